import { setTimeout as pause } from 'node:timers/promises'
import type { AccountId } from '@goodword/domain/values/ids'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { NO_TIMEOUTS } from '../../testing/endless.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, tenantAt } from '../../testing/test-tenant.ts'
import { type Database, openDatabase, type ServiceAddress } from '../driver/database.ts'
import type { Statement } from '../driver/statement.ts'
import { inTenant, readTenant } from '../driver/tenant-tx.ts'
import { isAlone, isolateShard, readShardNodes, readTenantShard } from './tenant-shard.ts'

const db = await createTestDatabase()
const { host, port, workers = [] } = inject('databaseServer')
const processes = [port, ...workers.map((it) => it.port)].map((it) => ({
  node: `${host}:${it}`,
  service: openDatabase({ ...db.serviceAddress, port: it } as ServiceAddress, 'service', 2, NO_TIMEOUTS),
}))

// So that there are two nodes for tenants beside the one that a process is connected to.
beforeAll(() =>
  db.owner.query(unnamed(`select citus_set_node_property($1, $2, 'shouldhaveshards', true)`), [host, port]),
)
afterAll(() => Promise.all(processes.map(({ service }) => service.close())))

test.each(processes)(
  'a shard leaves its node only when transactions that began to read it to write have ended: those of a process at $node',
  async ({ node, service }) => {
    const tenant = `moving_${node.split(':')[1]}`
    const { id } = await makeTestTenant(db, tenant)
    await tenantAt(service, id).referrer('created' as AccountId)

    for (const name of ['moved by a split', 'moved by a move']) {
      const shard = await readTenantShard(db.owner, id)
      expect(isAlone(shard)).toBe(name === 'moved by a move')
      const to = (await readShardNodes(db.owner)).find((it) => it.node !== shard.node && it.node !== node)
      if (to === undefined) throw new Error('there is no third node')
      const moved = await inTenant(service, id, async (tx) => {
        expect(await tx.rows(readAccount, [])).toHaveLength(1)
        const moving = isolateShard(db.owner, shard, to, () => undefined)
        await untilWaiting(service, moving)
        tx.write(rename, [name], 1)
        return { moving }
      })
      await moved.moving
      expect((await readTenantShard(db.owner, id)).node).toBe(to.node)
      for (const it of processes)
        expect(await readTenant(it.service, id, (tx) => tx.rows(readAccount, []))).toEqual([
          { external_id: name },
        ])
    }
  },
)

const readAccount = unnamed('select x.external_id from account x where x.tenant_id = $1')
const rename = unnamed('update account set external_id = $2 where tenant_id = $1')
const waiting = unnamed(`
select exists (
  select from pg_locks l
  join pg_database d on d.oid = l.database
  where l.locktype = 'advisory' and not l.granted and d.datname = current_database()
) as "isWaiting"`)

/** Returns when the move waits for a lock at the node of the process. @throws Error when it ends before that */
async function untilWaiting(service: Database, moving: Promise<void>): Promise<void> {
  let ended: string | null = null
  moving.then(
    () => {
      ended = 'the shard has moved meanwhile'
    },
    (error: unknown) => {
      ended = `the move failed: ${error}`
    },
  )
  for (;;) {
    const [row] = await service.query<{ isWaiting: boolean }>(waiting, [])
    if (row?.isWaiting === true) return
    if (ended !== null) throw new Error(ended)
    await pause(10)
  }
}

function unnamed(text: string): Statement {
  return { name: '', text }
}
