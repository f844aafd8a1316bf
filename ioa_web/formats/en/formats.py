"""On one line, sortable, and with their zone."""

DATE_FORMAT = "Y-m-d"
TIME_FORMAT = "H:i:s T"
DATETIME_FORMAT = "Y-m-d\N{NO-BREAK SPACE}H:i:s\N{NO-BREAK SPACE}T"
