"""Reading webhooks, their deliveries and what is new for them."""
