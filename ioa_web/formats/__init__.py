"""How dates are written where no page of ours writes them: the admin."""
