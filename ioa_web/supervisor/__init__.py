"""What `manage.py up` is made of: the embedded services and the processes around them.

From the bottom: `problems` (what to tell a person), `processes` (children that die with us), `accounts` (whom it all
runs as), `programs` (where the binaries are), `data_dir`, `ports`, `logs`; then `reach` (what a plain user may read),
`handover` (the data folder given to that user) and `stepping_down` (from root to that user); then `postgres` and
`redis_server`; then `services` (both together, used by the test run as well); then `keeper` (restarts, logs) and `run`
(the whole start).

Everything here runs on one thread: PR_SET_PDEATHSIG fires when the *thread* that started a child ends.
"""
