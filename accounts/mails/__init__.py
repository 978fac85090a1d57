"""Mails to people: what waits in the database, who writes them, how they are sent."""
