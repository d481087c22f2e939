"""The folder in which a view is published: log, manifests, SST files, locks."""

from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest, Mode, QueryBatch, ShardFile
from statestore.views.root import Root, open_root

__all__ = ["Manifest", "Mode", "QueryBatch", "Root", "ShardFile", "ViewFolder", "open_root"]
