"""Runs planned reads over the node's views; gateway.contract.engine is what sessions ask of it.

``EngineOptions`` are its limits; ``ReadEngine`` (engine.py) is it, and is not imported here, so that contract.py stays light.
"""

from gateway.engine.options import EngineOptions

__all__ = ["EngineOptions"]
