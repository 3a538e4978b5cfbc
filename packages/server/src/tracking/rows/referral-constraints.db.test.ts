import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant } from '../../testing/test-tenant.ts'

const db = await createTestDatabase()
const tenant = await makeTestTenant(db, 'acme')
await tenant.track('bob', 'server', tenant.identify('b'), {
  kind: 'attribute',
  evidence: 'explicit',
  code: await tenant.referrer('ada'),
})

const time = '2026-01-31T12:00:00Z'

/** Every status with every pair of times; those that can be are named. */
const possible = [
  'IN_PROGRESS null null',
  `CONVERTED ${time} null`,
  `ENDED null ${time}`,
  `ENDED ${time} ${time}`,
]
const states = ['IN_PROGRESS', 'CONVERTED', 'ENDED'].flatMap((status) =>
  [null, time].flatMap((convertedAt) =>
    [null, time].map((endedAt) => [status, convertedAt, endedAt] as const),
  ),
)

test.each(states)(
  'I1: the database itself holds %s, converted %s, ended %s to what can be',
  async (...state) => {
    const text = `update referral set status = $2, converted_at = $3, ended_at = $4 where tenant_id = $1 returning id`
    const change = db.owner.query({ name: '', text }, [tenant.id, ...state])
    if (possible.includes(state.map(String).join(' '))) {
      expect(await change).toHaveLength(1)
    } else {
      await expect(change).rejects.toMatchObject({ code: '23514' })
    }
  },
)
