"""Sockets. They only push; everything people do is a form."""
