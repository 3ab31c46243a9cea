"""What people look at, folded from events."""
