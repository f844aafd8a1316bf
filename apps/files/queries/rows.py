"""The types of the instances that queries return, for annotations in the apps above."""

from apps.files.models import Blob

__all__ = ["Blob"]
