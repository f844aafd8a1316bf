"""Contents on their way out of the product."""
