"""The games: one folder each, behind one descriptor."""
