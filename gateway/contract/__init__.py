"""What sessions, fronts, engines and the cluster ask of each other, and the settings, bounds and cancels that go between them.

Nothing here knows who answers.
"""
