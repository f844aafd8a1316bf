"""What goes in and out over REST. Times are RFC 3339 with an offset; money is US dollars; sizes are bytes."""
