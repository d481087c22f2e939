"""What a query says about the key of each view it reads."""

from planner.prune.constrain.constraining import Constraints, constrain
from planner.prune.constrain.template import KeyConstraint

__all__ = ["Constraints", "KeyConstraint", "constrain"]
