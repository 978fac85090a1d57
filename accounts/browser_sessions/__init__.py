"""Who is logged in, in which browser: for the pages of apps and for the dashboard."""
