"""What people are told of their games by mail: as things are when the mail is sent, and no cards."""
