"""Tables: what happens at one, who is told, bots and clocks."""
