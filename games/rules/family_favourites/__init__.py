"""Family Favourites: get rid of your animals by colour and number, and call cats or dogs."""
