"""Pages of this app: a workspace's quotas of files."""

from django.urls import path

from apps.files.views.quotas import save_quotas

urlpatterns = [path("settings/files/", save_quotas, name="settings-files")]
