import type pg from 'pg'
import { expect, inject, test } from 'vitest'
import { createTenant } from '../../administration/tenants/create-tenant.ts'
import { execute } from '../../testing/database/every-table.ts'
import { startTestService } from '../../testing/test-service.ts'
import { asOwnerAlone } from '../driver/owner-client.ts'
import { beginSnapshot } from './write-backup.ts'

const service = await startTestService()
const { address } = service

test('the directory is as it was at the beginning, also when a node without tenants answers', async () => {
  await readDirectoryAtCoordinator()
  await asOwnerAlone(address, async (client) => {
    await beginSnapshot(address, client)
    await createTenant(service.operator, { alias: 'newcomer' })
    const known = ['acme', 'other', 'test_acme', 'test_other']
    expect(await namesIn(client, 'select id as name from app.tenant')).toEqual(known)
    expect(await namesIn(client, 'select tenant_id as name from app.program')).toEqual(known)
    expect(await namesIn(client, 'select distinct tenant_id as name from app.api_key')).toEqual(known)
  })
})

test('a transaction that a node has yet to commit is waited for', async () => {
  const [place] = await service.owner.query<{ port: number; shard: string }>(placeOfProgram, ['acme'])
  await asOwnerAlone({ ...address, port: Number(place?.port) }, async (atWorker) => {
    await atWorker.query('begin')
    await atWorker.query(`update ${place?.shard} set settings = settings || '{"isCommitted": true}'
      where tenant_id = 'acme'`)
    // As Citus leaves it when the connection to this node is lost between the commits. It ends none of a group that is unknown.
    await atWorker.query("prepare transaction 'citus_99_1_1_1'")
    await asOwnerAlone(address, async (client) => {
      const begun = beginSnapshot(address, client)
      await expect.poll(isWaiting).toBe(true)
      await atWorker.query("commit prepared 'citus_99_1_1_1'")
      await begun
      const changed = `select tenant_id as name from app.program where settings ? 'isCommitted'`
      expect(await namesIn(client, changed)).toEqual(['acme'])
    })
  })
})

/** The part of the programs that has a tenant's, and the port of its node. */
const placeOfProgram = {
  name: '',
  text: `select nodeport as port, 'app.program_' || shardid as shard from pg_dist_shard_placement
    where shardid = get_shard_id_for_distribution_column('app.program', $1::text)`,
}

/** Whether a session has given its lock back, to try again. */
async function isWaiting(): Promise<boolean> {
  const text = `select from pg_stat_activity
    where datname = current_database() and usename = current_user and state = 'idle' and query = 'rollback'`
  return (await service.owner.query({ name: '', text }, [])).length > 0
}

/**
 * Lets the coordinator, which has no tenants here, answer the reads of the directory. Citus asks the node that comes first in a
 * hash table of their hosts and ports, so that another way to write its host makes it the first one.
 */
async function readDirectoryAtCoordinator(): Promise<void> {
  const { host, port } = inject('databaseServer')
  for (let zeros = 0; zeros < MAX_SPELLINGS; zeros += 1) {
    const spelling = host.replace(/\d+$/, (it) => `${'0'.repeat(zeros)}${it}`)
    await execute(address, `select citus_set_coordinator_host('${spelling}', ${port})`)
    if (await isReadAt(`host=${spelling} port=${port}`)) return
  }
  throw new Error('the coordinator does not come first')
}

/** Each makes it the first of three nodes with a probability of a third. */
const MAX_SPELLINGS = 60

function isReadAt(node: string): Promise<boolean> {
  return asOwnerAlone(address, async (client) => {
    await client.query('set citus.enable_local_execution to off')
    const { rows } = await client.query('explain (costs off) select from app.tenant')
    return JSON.stringify(rows).includes(node)
  })
}

async function namesIn(client: pg.ClientBase, text: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(`${text} order by name`)
  return rows.map((it) => it.name)
}
