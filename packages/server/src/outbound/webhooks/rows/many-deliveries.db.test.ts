import { deliveryStates } from '@goodword/domain/outbound/webhook-retry'
import type { TenantId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { inTenant } from '../../../engine/driver/tenant-tx.ts'
import { allLists, conditionsOf } from '../../../engine/lists/list.ts'
import { countStatement, pageStatement } from '../../../engine/lists/list-page.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import './webhook-deliveries.ts'

const { owner, service } = await createTestDatabase()
const DELIVERIES = Number(process.env.GOODWORD_TEST_DELIVERIES ?? 20_000)
const RARE = 5
/** The maximum for a page of eleven rows: a few levels of the index, and the rows. Reading the whole index takes hundreds. */
const MAX_BLOCKS = 40
const [one, other] = ['11111111-1111-7111-8111-111111111111', '22222222-2222-7222-8222-222222222222']

type Node = {
  readonly 'Rows Removed by Filter'?: number
  readonly 'Actual Rows': number
  /** The blocks of the node with those of its parts. */
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Node[]
}

/** How many rows a plan read and left out, and the most that one of its nodes returned. */
function readBy(node: Node): { readonly removed: number; readonly most: number } {
  const below = (node.Plans ?? []).map(readBy)
  return {
    removed: (node['Rows Removed by Filter'] ?? 0) + below.reduce((sum, it) => sum + it.removed, 0),
    most: Math.max(node['Actual Rows'], ...below.map((it) => it.most)),
  }
}

test('the few deliveries in a state are found without reading the others, however many those are', async () => {
  const insert = (receiver: string, from: number, count: number, state: string) =>
    owner.query(
      {
        name: '',
        text: `insert into app.webhook_delivery
          select 'many', uuid_in(md5($1 || n)::cstring), $1::uuid, uuid_in(md5('e' || n)::cstring), n, 'user.created', $4, 1,
            case when $4 = 'PENDING' then now() end, now()
          from generate_series($2::int, $2::int + $3::int - 1) n`,
      },
      [receiver, from, count, state],
    )
  // Among most that succeeded, and the other way round.
  await insert(one, 0, DELIVERIES, 'SUCCEEDED')
  await insert(one, DELIVERIES, RARE, 'FAILED')
  await insert(one, DELIVERIES + RARE, RARE, 'PENDING')
  await insert(other, 0, DELIVERIES, 'FAILED')
  await insert(other, DELIVERIES, RARE, 'SUCCEEDED')
  await owner.query({ name: '', text: 'analyze app.webhook_delivery' }, [])
  const list = allLists().find((it) => it.name === 'webhook_delivery.list')
  if (list === undefined) throw new Error('the list of deliveries is not registered')
  for (const id of [one, other]) {
    for (const state of deliveryStates) {
      const conditions = conditionsOf(list, { receiver: { id, state } }, 0)
      const values = conditions.flatMap((it) => it.values)
      const asked = { page: pageStatement(list, conditions), count: countStatement(list, conditions) }
      for (const [name, { text }] of Object.entries(asked)) {
        const most = name === 'page' ? 11 : 10_001
        const [row] = await owner.query<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(
          { name: '', text: `explain (analyze, buffers, format json) ${text}` },
          ['many', most, ...values],
        )
        const plan = row?.['QUERY PLAN'][0]?.Plan
        if (plan === undefined) throw new Error('no plan was returned')
        const { removed, most: returned } = readBy(plan)
        expect({ id, state, name, removed }).toEqual({ id, state, name, removed: 0 })
        expect(returned).toBeLessThanOrEqual(most)
        if (name === 'count' && returned > RARE) continue
        expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(MAX_BLOCKS)
      }
    }
  }

  // A process that would have to start for it takes longer than the count.
  const conditions = conditionsOf(list, { receiver: { id: one, state: 'SUCCEEDED' } }, 0)
  const values = conditions.flatMap((it) => it.values)
  const text = `explain ${countStatement(list, conditions).text}`
  const plan = await inTenant(service, 'many' as TenantId, (tx) =>
    tx.rows({ name: '', text }, [10_001, ...values]),
  )
  expect(JSON.stringify(plan)).toContain('Index')
  expect(JSON.stringify(plan)).not.toContain('Gather')
})
