"""What moves the joints: motors and muscles. A law asks, they do what they can."""
