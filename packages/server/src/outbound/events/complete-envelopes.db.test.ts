import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant } from '../../testing/test-tenant.ts'
import { publishEvents } from '../publishing/publish-events.ts'
import { completeEnvelopes } from './complete-envelopes.ts'
import { listPublishedEvents } from './rows/published-events.ts'

const db = await createTestDatabase()

test('a reader of personal data gets the people that an event names as they are now, each once', async () => {
  const tenant = await makeTestTenant(db, 'people_of_events')
  const code = await tenant.referrer('ada')
  const attribute = { kind: 'attribute', evidence: 'explicit', code } as const
  const fields = { firstName: 'Bob', email: 'bob@example.com' }
  await tenant.track('bob', 'server', tenant.identify('bob_user', fields), attribute)
  await tenant.track('eve', 'server', { ...attribute })
  await publishEvents(tenant.ctx, tenant.id, new AbortController().signal)
  const started = { type: 'referral.started', account: null } as const
  const page = { order: 'oldest', from: 0, limit: 10 } as const
  const envelopes = (withPersonalData: boolean) =>
    tenant.ctx.readTenant(tenant.id, async (tx) =>
      completeEnvelopes(tx, await listPublishedEvents(tx, started, page), { withPersonalData }),
    )
  const ada = { accountId: 'ada', userId: 'ada_user', email: null, firstName: null, lastName: null }
  const bob = {
    accountId: 'bob',
    userId: 'bob_user',
    email: 'bob@example.com',
    firstName: 'Bob',
    lastName: null,
  }
  expect((await envelopes(true)).map((it) => it.people)).toEqual([[ada, bob], [ada]])
  await tenant.track('bob', 'server', tenant.identify('bob_user', { firstName: 'Robert' }))
  expect((await envelopes(true))[0]?.people).toContainEqual({ ...bob, firstName: 'Robert' })
  expect((await envelopes(false)).map((it) => 'people' in it)).toEqual([false, false])
})
