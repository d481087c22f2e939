"""Which shards of one view this node is to hold, and the steps by which its copy comes to hold them.

`LocalStore(…, holding=…)` asks a function of the schema which shards of a view to hold; None is all. Every view is followed and
has a ViewVersion, of which `held` are the shards that are here; the others raise ShardNotHeld when they are read, and none of
their files is fetched, so a bad one does not matter.

- The function is asked at each look at a view, `rehold()` only has all looked at: no answer can be lost between two threads.
- Dropping: the shard gets nothing more from then on; the next version published, or the same one again, does not have it;
  then the position is written without it and its database removed. Handles that were handed out are open files and live on.
- Adding (`adding.py`): a thread of its own copies the log from its base to the applied version into databases under `work/`,
  at most 32 shards at a time, while the held shards advance. What was committed meanwhile is taken in further rounds, the last 4
  versions in the store's thread, which then moves the databases (a rename) among the others and publishes the version again with
  them. Nothing is written down before that, so kill -9 costs the shards on their way and no others: `work/` is emptied at start,
  and a database that `position.json` does not list is removed. A mark in the position to resume from was not worth its states.
- A replacement of all content, or a view made anew, starts a fresh generation, which is of what is wanted then; whatever was
  being added for the old one is given up.
- `position.json` has format 2 and `held` where some shards are held. Format 1 is read as, and still written for, all shards.
  Older releases refuse format 2 rather than take some rows for all.
- A store that held some shards and is opened without *holding* shows a view only when all shards are here.
"""

from __future__ import annotations

import logging
from typing import Final

from statestore.errors import StateStoreError
from statestore.node.adding import Addition, Background
from statestore.node.holding import Held, Holding, normal, numbers, spelled, wanted_by
from statestore.node.intake import Intake
from statestore.node.local_copy import LocalCopy
from statestore.node.pending import BadBase, BadVersion, start_of
from statestore.schema import ViewSchema
from statestore.views.base import Base
from statestore.views.manifest import Manifest

#: Shards that are copied at a time; each portion reads the log once.
ADD_SHARDS_MAX: Final = 32
#: How many versions behind the copied shards may be for the rest to be taken in the store's thread.
CLOSE_VERSIONS: Final = 4

_log: Final = logging.getLogger("tidegate.store")


class HeldShards:
    """*holding* decides, None: all shards. Used by the thread that makes the pass; additions are made one after the other."""

    def __init__(self, holding: Holding | None, copy: LocalCopy, intake: Intake, background: Background) -> None:
        self.holding = holding
        #: What was last asked for.
        self.wanted: Held = None
        #: Why shards could not be added; what is held goes on.
        self.fault: StateStoreError | None = None
        self._copy = copy
        self._intake = intake
        self._view = intake.folder.name
        self._background = background
        self._addition: Addition | None = None

    @property
    def held(self) -> Held:
        """The shards that the copy's databases are of."""
        return self._copy.generation.held if self._copy.generation else self.wanted

    @property
    def is_servable(self) -> bool:
        """A store that is to hold all shards, and held some when it was last open, has nothing to show before it has all."""
        return self.holding is not None or self.held is None

    @property
    def adding(self) -> frozenset[int]:
        """Shards that are being copied beside those that are held."""
        return self._addition.shards if self._addition else frozenset()

    def choose(self, schema: ViewSchema) -> None:
        """Ask which shards are wanted, and drop the others. Raises ValueError for a shard that the view does not have."""
        self.wanted = wanted_by(self.holding, schema, self._held_by_copy(schema))
        if self.wanted is None:
            return
        held = self._counted_by_copy(schema)
        if dropped := held - self.wanted:
            self._copy.drop(dropped, normal(held & self.wanted, schema.shards))
            _log.info("view %s: %s dropped", self._view, spelled(dropped))

    def add(self, head: Manifest, schema: ViewSchema, *, retry: bool) -> None:
        """Have wanted and damaged shards copied, and put those that have been among the held ones, at *head*, the applied version.

        The copy must be settled. What goes wrong is left in *fault*, and not tried again without *retry*.
        """
        wanted = numbers(self.wanted, schema.shards)
        while missing := wanted - self._held_by_copy(schema):
            addition = self._advance(missing, head, retry=retry)
            if addition is None:
                return
            added = addition.shards & missing
            held = self._counted_by_copy(schema) | added
            self._copy.add(addition.made, added, normal(held, schema.shards), addition.rows)
            self.close()
            _log.info("view %s: %s added at version %s", self._view, spelled(added), head.version)
        self.nothing_missing()

    def nothing_missing(self) -> None:
        """All that is wanted is held, whatever was being copied for it or could not be."""
        self.fault = None
        self.close()

    def wait(self) -> bool:
        """Until no other thread copies shards for this view; whether one did, so that add() may have something to take."""
        return self._addition is not None and self._addition.wait()

    def close(self) -> None:
        """Give up what is being copied."""
        if self._addition:
            self._addition.discard()
            self._addition = None

    def _held_by_copy(self, schema: ViewSchema) -> frozenset[int]:
        """Those that can be read."""
        return self._counted_by_copy(schema).difference(self._copy.damaged)

    def _counted_by_copy(self, schema: ViewSchema) -> frozenset[int]:
        """Those that the position names, damaged ones too."""
        return numbers(self._copy.generation.held, schema.shards) if self._copy.generation else frozenset()

    def _advance(self, missing: frozenset[int], head: Manifest, *, retry: bool) -> Addition | None:
        """An addition that has got to the applied version, to be taken. After a fault nothing is done without *retry*."""
        under_way = self._addition
        if under_way and (under_way.target is not self._copy.generation or not under_way.shards & missing):
            self.close()  # they are no longer wanted, or were wanted for a generation that has been replaced
        if (self._addition and self._addition.is_running) or (self.fault and not retry):
            return None
        try:
            return self._step(missing, head)
        except BadBase as error:
            _log.warning("view %s: its base at version %d cannot be used: %s", self._view, error.version, error)
            self.close()
            return self._advance(missing, head, retry=True)
        except BadVersion as error:
            self.fault = self._described(error.cause)
            # Nor does the log do: a base that was cut short on its way here is whole the next time.
            self._intake.bad_bases.clear()
        except StateStoreError as error:
            self.fault = self._described(error)
            self.close()
        except OSError as error:
            self.fault = self._described(StateStoreError("copying failed", detail=str(error)))
            self.close()
        return None

    def _step(self, missing: frozenset[int], head: Manifest) -> Addition | None:
        if self._addition and self.fault:
            first, base = self._start(head)
            if base is not None and first > self._addition.reached:
                self.close()  # a base has come that does without the version that was bad
        if self._addition is None:
            assert self._copy.generation is not None
            shards = frozenset(sorted(missing)[:ADD_SHARDS_MAX])
            self._addition = Addition(self._intake, self._copy.generation, shards, *self._start(head))
        addition, applied = self._addition, self._copy.applied
        addition.finish()
        if not addition.made.used or applied - addition.reached > CLOSE_VERSIONS:
            addition.start(self._background, applied)
            return None
        addition.copy_up_to(applied)
        self.fault = None
        return addition

    def _start(self, head: Manifest) -> tuple[int, Base | None]:
        """What a copy begins with: a version, and the base at it unless content starts there."""
        base = start_of(self._intake.folder, head, self._intake.bad_bases)
        return (max(1, head.base), None) if base is None else (base.version, base)

    def _described(self, cause: StateStoreError) -> StateStoreError:
        """Of the same class, so that its kind is still told."""
        what = f"{spelled(self.adding)} cannot be added: " if self._addition else ""
        return type(cause)(f"{what}{cause.message}", detail=cause.detail, hint=cause.hint)
