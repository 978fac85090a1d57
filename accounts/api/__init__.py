"""HTTP for accounts, and the ground that every view of the API stands on."""
