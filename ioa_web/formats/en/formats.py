"""On one line, sortable, and with their zone."""

DATE_FORMAT = "Y-m-d"
TIME_FORMAT = "H:i:s T"
DATETIME_FORMAT = "Y-m-d H:i:s T"
