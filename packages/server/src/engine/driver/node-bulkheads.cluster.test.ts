import type { TenantId } from '@goodword/domain/values/ids'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { openDatabase } from './database.ts'
import { statement } from './statement.ts'
import { inTenant } from './tenant-tx.ts'
import { databaseTimeouts } from './timeouts.ts'

const CONNECTIONS = 4
const { owner, serviceAddress } = await createTestDatabase()
// A limit on the wait for a connection, so that a failing test ends.
const timeouts = { ...databaseTimeouts.service, connectionMs: 60_000, transactionMs: 0, idleMs: 0 }
const service = openDatabase(serviceAddress, 'service', CONNECTIONS, timeouts)
afterAll(() => service.close())

const find = statement('program.find_in_test', 'select version from program where tenant_id = $1')

test('transactions of one node leave a connection for a tenant on another node, and for the directory', async () => {
  const [onOne, onOther] = await tenantsByNode()
  const held = Promise.withResolvers<void>()
  const holding = onOne.map((tenant) =>
    inTenant(service, tenant, async (tx) => {
      await tx.rows(find, [])
      await held.promise
    }),
  )
  try {
    const [tenant] = onOther
    if (tenant === undefined) throw new Error('the other node has no tenant')
    expect(await inTenant(service, tenant, (tx) => tx.rows(find, []))).toEqual([])
    expect(await service.query({ name: '', text: 'select 1 as one' }, [])).toEqual([{ one: 1 }])
  } finally {
    held.resolve()
    await Promise.allSettled(holding)
  }
  // None was given up, and the one that had to wait ran.
  expect((await Promise.allSettled(holding)).map((it) => it.status)).toEqual(onOne.map(() => 'fulfilled'))
})

/** Finds as many tenants of each of two nodes as there are connections. */
async function tenantsByNode(): Promise<readonly [readonly TenantId[], readonly TenantId[]]> {
  const rows = await owner.query<{ tenants: TenantId[] }>(
    {
      name: '',
      text: `
        select (array_agg(t.id order by t.id))[:$1] as tenants
        from (select 'tenant_' || i as id from generate_series(1, 100) i) t
        join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('app.program', t.id)
        group by p.groupid`,
    },
    [CONNECTIONS],
  )
  const [one, other] = rows
  if (one === undefined || other === undefined)
    throw new Error('the cluster has less than two nodes with tenants')
  return [one.tenants, other.tenants]
}
