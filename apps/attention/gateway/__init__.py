"""The ways out: the mail server of the settings, and push services of browsers."""
