import type { AccountId, UserId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { beginErasure } from '../privacy/erasure/begin-erasure.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant } from '../testing/test-tenant.ts'
import { trackIn } from './track.ts'

const db = await createTestDatabase()

test('the note of a call is kept when another call of its list names an erased person', async () => {
  const tenant = await makeTestTenant(db, 'noted')
  const code = await tenant.referrer('ada')
  await tenant.track('bob', 'server', tenant.identify('b'))
  await tenant.track('cyd', 'server', tenant.identify('c'), tenant.identify('d'))
  await beginErasure(tenant.ctx, tenant.id, 'cyd' as AccountId, 'c' as UserId)
  const late = tenant.identify('c')
  const byHand = { kind: 'attributeByHand', code, allowsExistingCustomer: false } as const
  await tenant.ctx.writeTenant(tenant.id, (tx) =>
    trackIn(tx, [
      { actor: 'browser', call: { accountId: 'cyd' as AccountId, source: 'browser', commands: [late] } },
      {
        actor: 'staff',
        call: { accountId: 'bob' as AccountId, source: 'server', commands: [byHand] },
        note: { text: 'Came while the code was off.', author: 'eve' },
      },
    ]),
  )
  const text = `select e.note from event e where e.tenant_id = $1 and e.type = 'referral.started'`
  const rows = await db.owner.query<{ note: string | null }>({ name: '', text }, [tenant.id])
  expect(rows).toEqual([{ note: 'Came while the code was off.' }])
})
