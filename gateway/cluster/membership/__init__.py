"""Who belongs to the cluster and what each node holds: members, heartbeats, the roster, placement.

- What a node says of itself (`status.py`): per view the versions at which *all* its shards can be read, and the shards. A
  list, not a range: a store that was behind takes several versions at once. A version is number@commit time@view id, so that
  nothing of a view that was made anew is taken for the old one's; a query settles on versions of the view that its own node has.
  The view's schema travels as a fingerprint: a query that was planned for another schema is not run at versions that its planner
  did not know, because another shard count would make the answer silently shorter.
- Heartbeats: one question at a time per member, every 100 ms. In doubt after 250 ms of silence or a failed fragment (then it
  is asked last), dead after 350 ms (`dead_after_s`, and the doubt in proportion: a longer one is for machines that stand still
  now and then, and makes failover as slow). An answer is waited for one second, much longer than it takes to call a member dead:
  on an overloaded machine, or far away, the late answer shows that it lives. What runs on a member that is dead, refused, gone or
  restarted is given up at once, so a half-open connection costs a query 350 ms and not its deadline.
- Two questions per pair of nodes, and not one that brings the asker's status along: a status is believed because it comes
  from the member's own address, where anybody may ask; and a node that can ask but not be reached would be taken for alive by
  those who cannot send it fragments.
- Refused are members that answer as somebody else: another name, cluster, format, garbage; and two processes in turn under
  one name (a run that was replaced and comes back). Named in the log once, never used, and taken in again as soon as they answer
  rightly.
- Placement is rendezvous hashing by co-location group (`planner/distribute/placement`). It is over all members, dead ones
  too: replicas are what keeps a shard available, and a restart moves nothing. The price of independent choices is uneven shares
  where shards are few: 8 shards on 3 nodes may fall 5, 2, 1.
- Letting go of a shard takes steps (`holding.py`): a placed node confirms it, under the same placement and asked after ours
  last changed; then it is no longer advertised; a second later, and once the placed node, still the same process, has been asked
  again and still has it, the store is told. Without the condition on the placement two nodes that had heard of a join at
  different times dropped one shard at the same moment, each relying on the other; without the last question a shard went on the
  word of a process that was gone by then, with its disk. What is lost between that question and the drop nobody can know of: it
  is restored from the log.
"""
