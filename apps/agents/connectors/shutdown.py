"""Whether this process is about to end: then a call that breaks off is not given up, another worker takes it on."""

import threading

shutting_down = threading.Event()
