"""The terminal: commands, transports and renderers."""
