"""From view data to HTML. Views and consumers both render here, so there is one source of markup."""
