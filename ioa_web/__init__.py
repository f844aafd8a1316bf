"""Wiring of the product: settings, routes, processes. No model and no rule lives here."""

from ioa_web.celery import app as celery_app

__all__ = ["celery_app"]
