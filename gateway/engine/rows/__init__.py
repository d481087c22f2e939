"""The row executor: few keyed rows, computed in the event loop by code that is made for their plan."""
