"""What somebody should know of: one stream of notices a person, and the ways on which it reaches them."""
