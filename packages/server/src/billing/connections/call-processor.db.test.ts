import { describe, expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const FINE = ['succeeded', 'rescheduled']

async function begin() {
  const story = await BillingStory.begin(service)
  return { story, code: await story.user('ada') }
}

/** A notification was received, so that nothing but the permission keeps the connection from being active. */
async function connectFully(story: BillingStory): Promise<void> {
  await service.ctx.writeTenant(story.alias, async (tx) => {
    await tx.rows(
      {
        name: '',
        text: `insert into processor_notification_kind (tenant_id, connection_id, kind, last_seen_at)
          select c.tenant_id, c.id, 'check', now() from processor_connection c where c.tenant_id = $1`,
      },
      [],
    )
  })
}

const connection = async (story: BillingStory) => (await story.call('GET', '/connection')).body
const stateOf = async (story: BillingStory) => {
  const { state, missingSetup } = await connection(story)
  return [state, ...(missingSetup as { name: string }[]).map((it) => it.name)]
}

/** Denies calls to the role of the key's user from now on. */
function deny(story: BillingStory, ...denied: readonly (readonly [method: string, path: string])[]) {
  const { credentials, control } = story.tenant.shop
  const rules = denied.map(([method, path]) => ({ method, path }))
  return control('PATCH', `/keys/${credentials.publicKey}`, { denied: rules })
}

const permissions = [
  ['discounts', ['PUT', '/subscriptions/*'], 'Add/Edit Subscriptions'],
  ['refunds', ['POST', '/transactions/*/refund'], 'Credit Previous Transactions (Refunds)'],
] as const

describe('a permission that is refused at a call', () => {
  test.each(permissions)(
    'a permission that is refused for %s makes the connection incomplete until a call works',
    async (_, rule, name) => {
      const { story, code } = await begin()
      await connectFully(story)
      const bob = await story.subscribe('bob')
      await story.moveTo('2040-01-31T23:30')
      expect(await stateOf(story)).toEqual(['ACTIVE'])
      await deny(story, rule)
      const body = { accountId: 'bob', paymentProviderId: bob.customerId, couponCode: code }
      await story.call('POST', '/discount', body)
      await story.runJobs([...FINE, 'failed'])
      expect(await stateOf(story)).toEqual(['INCOMPLETE', name])
      expect((await connection(story)).missingSetup).toEqual([
        { item: 'PERMISSION', name, message: expect.stringContaining('Control Panel') },
      ])

      // Reading works all along, and says nothing about it.
      await story.moveTo('2040-02-01T03:30', [...FINE, 'failed'])
      expect(await stateOf(story)).toEqual(['INCOMPLETE', name])

      await deny(story)
      await story.moveTo('2040-02-02T00:00')
      expect(await stateOf(story)).toEqual(['ACTIVE'])
      expect(await story.discount(bob.subscriptionId)).toBe('3.00')
      expect(await story.refunds(bob)).toEqual(['3.00'])
    },
  )

  test('a refused permission is not missing any more after a check, which has what failed done at once', async () => {
    const { story, code } = await begin()
    await connectFully(story)
    const bob = await story.subscribe('bob')
    await deny(story, ['PUT', '/subscriptions/*'])
    const body = { accountId: 'bob', paymentProviderId: bob.customerId, couponCode: code }
    await story.call('POST', '/discount', body)
    await story.runJobs([...FINE, 'failed'])
    const checked = await story.call('POST', '/connection/check')
    expect(checked.body).toMatchObject({ state: 'INCOMPLETE', missingSetup: [{ item: 'PERMISSION' }] })
    await deny(story)
    expect((await story.call('POST', '/connection/check')).body).toMatchObject({
      state: 'ACTIVE',
      missingSetup: [],
    })
    await story.runJobs()
    expect(await story.discount(bob.subscriptionId)).toBe('3.00')
  })

  test('a permission that is refused for searches of a sweep is noted as well, and found by the next sweep', async () => {
    const { story, code } = await begin()
    await connectFully(story)
    await story.link(await story.subscribe('bob', { discount: '3.00' }), code)
    await deny(story, ['POST', '/subscriptions/advanced_search'])
    // On the first day the customer is read as a whole when its subscription would be compared.
    await story.moveTo('2040-02-01T13:00')
    await story.moveTo('2040-02-02T14:00')
    expect(await stateOf(story)).toEqual(['INCOMPLETE', 'Search Subscriptions'])
    await deny(story)
    await story.moveTo('2040-02-03T16:00')
    expect(await stateOf(story)).toEqual(['ACTIVE'])
  })
})

test('a revoked key breaks the connection until it works again', async () => {
  const { story, code } = await begin()
  await connectFully(story)
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  await story.tenant.shop.control('POST', '/faults', { action: { kind: 'status', status: 401 } })
  await story.notify([...FINE, 'failed'])
  expect(await stateOf(story)).toEqual(['BROKEN'])
  await story.tenant.shop.control('DELETE', '/faults')
  await story.notify()
  expect(await stateOf(story)).toEqual(['ACTIVE'])
})
