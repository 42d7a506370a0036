"""What is drawn and how: bodies, ground and light; pages, views and files are above."""
