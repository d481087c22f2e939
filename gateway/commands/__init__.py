"""The program `tidegate`: one module for each group of commands, and what they share."""
