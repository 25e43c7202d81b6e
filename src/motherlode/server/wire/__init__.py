"""What comes in and goes out: WebSockets, the pages of the client, origins and limits."""
