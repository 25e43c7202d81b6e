"""What is kept, and how processes hear of it."""
