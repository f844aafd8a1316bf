"""Eight goals, answered by one call and by a team whose models somebody plays by hand; see README.md beside this."""
