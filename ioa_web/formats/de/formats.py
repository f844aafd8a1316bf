"""German dates. Numbers that people read go through the filters of `templatetags.ui`, which know the decimal comma;
what a template writes by itself may be a coordinate or the value of a field, where only a point is understood.
"""

DATE_FORMAT = "j. F Y"
SHORT_DATE_FORMAT = "d.m.Y"
TIME_FORMAT = "H:i:s T"
DATETIME_FORMAT = "d.m.Y\N{NO-BREAK SPACE}H:i:s\N{NO-BREAK SPACE}T"
DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ","
