"""`python -m gaitsmith`: the program, where its script is not on the path."""

from gaitsmith.cli.main import main

if __name__ == "__main__":
    main()
