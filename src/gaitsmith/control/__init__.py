"""How it moves: control laws, each beside the parameters that it declares."""
