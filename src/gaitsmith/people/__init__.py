"""What makes muscle gaits human and is no single paper's: docs/people.md."""
