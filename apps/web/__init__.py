"""The door for people: pages, forms, how they are rendered, and the sockets of browsers."""
