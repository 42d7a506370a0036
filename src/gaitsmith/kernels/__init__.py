"""Compiled numerics on plain numbers and arrays: no engine, no files, no protection."""
