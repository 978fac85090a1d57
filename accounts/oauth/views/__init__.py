"""What is served below `/oauth/`: endpoints for apps, and pages for people."""
