"""Who may read what, as has_table_privilege and its like look it up.

planner.postgres.functions.catalog_macros reads this as the variable ``tidegate_grants``, a map of texts that each stand for a fact:

==========================  =======================================================
"\\n" oid                    the view is guarded: what is not said of it is denied
user                        the file of grants names the user; others are "public"
user "\\n" oid               true: the whole view is granted; false: some columns are
user "\\n" oid "\\n" column    the column, by its name, is granted
user "\\n" oid "\\n#" number   the column, by its number, is granted
==========================  =======================================================
"""

from __future__ import annotations

from collections.abc import Iterator

from gateway.access.grants import PUBLIC, Grants, UserGrants
from gateway.catalog.state import CatalogState


def privileges(grants: Grants, state: CatalogState) -> dict[str, bool]:
    """The facts of all users that the grants name, about the views that there are."""
    facts = {f"\n{relation.oid}": True for relation in state.relations.values()}
    for user in {PUBLIC, *(name for name, _ in grants.entries)}:
        facts[user] = True
        facts.update(_of_user(user, grants.of(user), state))
    return facts


def _of_user(user: str, granted: UserGrants, state: CatalogState) -> Iterator[tuple[str, bool]]:
    for name, relation in state.relations.items():
        if not granted.reaches(name):
            continue
        columns = None if granted.every_view else granted.views[name]
        yield f"{user}\n{relation.oid}", columns is None
        for number, column in enumerate(relation.columns, 1):
            if columns is None or column.name in columns:
                yield f"{user}\n{relation.oid}\n{column.name}", True
                yield f"{user}\n{relation.oid}\n#{number}", True
