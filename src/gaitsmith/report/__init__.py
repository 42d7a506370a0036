"""One self-contained page that shows a result: moving, drawn, and in numbers."""
