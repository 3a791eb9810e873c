"""How a game can end."""
