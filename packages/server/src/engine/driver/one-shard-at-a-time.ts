/**
 * A setting for a transaction that changes or locks several tables on Citus, which else refuses what follows a change
 * of many shards at once. Without Citus it is a name like any other.
 */
export const oneShardAtATime = "set local citus.multi_shard_modify_mode to 'sequential'"
