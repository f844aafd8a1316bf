"""German, as the pages need it."""
