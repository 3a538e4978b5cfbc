import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BraintreeSandbox, startBraintreeSandbox } from '../../testing/processor/braintree-sandbox.ts'
import { givenBraintreeShop } from '../../testing/processor/braintree-shop.ts'
import { off, usd } from '../../testing/processor/money.ts'
import { openBraintree } from './open-braintree.ts'

let sandbox: BraintreeSandbox

beforeAll(async () => {
  sandbox = await startBraintreeSandbox()
})

afterAll(() => sandbox.close())

const ID = 'referral_discount'

test('a quantity that was changed by hand is mended', async () => {
  const { set, byHand, discounts } = await subscribed()
  await byHand({ add: [{ inheritedFromId: ID, amount: '5.00', quantity: 3 }] })
  expect(await set(500)).toMatchObject({ discount: { amount: usd(500), quantity: 1 } })
  expect(await discounts()).toEqual([[ID, '5.00', 1, true]])
})

test('a discount that would end by itself is made to last', async () => {
  const { set, byHand, discounts } = await subscribed()
  await byHand({ add: [{ inheritedFromId: ID, amount: '5.00', numberOfBillingCycles: 2 }] })
  expect(await set(500)).toMatchObject({ discount: { billsLeft: null } })
  expect(await discounts()).toEqual([[ID, '5.00', 1, true]])
})

test('a discount that the plan brings is changed, and can be removed', async () => {
  const { set, discounts } = await subscribed({ plans: [{ id: 'monthly', price: '30.00', discounts: [ID] }] })
  expect(await discounts()).toEqual([[ID, '1.00', 1, true]])
  expect(await set(500)).toMatchObject({ discount: { amount: usd(500) } })
  expect(await discounts()).toEqual([[ID, '5.00', 1, true]])
  expect(await set(null)).toMatchObject({ discount: null })
  expect(await discounts()).toEqual([])
})

test('other discounts and add-ons stay, and count for what is left of the price', async () => {
  const { set, byHand, sdk, id, discounts } = await subscribed({
    discounts: [
      { id: ID, amount: '1.00' },
      { id: 'welcome', amount: '4.00', numberOfBillingCycles: 3 },
      { id: 'over', amount: '9.00', numberOfBillingCycles: 1 },
    ],
  })
  await byHand({ add: [{ inheritedFromId: 'welcome' }, { inheritedFromId: 'over' }] })
  await sdk.subscription.update(id, { addOns: { add: [{ inheritedFromId: 'seat', quantity: 2 }] } } as never)
  expect(await set(500)).toMatchObject({ otherAdjustments: 1000 - 400 - 900 })
  expect(await set(null)).toMatchObject({ otherAdjustments: 1000 - 400 - 900 })
  expect((await discounts()).map(([each]) => each)).toEqual(['welcome', 'over'])
})

test('another discount that has had all its bills counts no more', async () => {
  const { set, byHand, control } = await subscribed({
    discounts: [
      { id: ID, amount: '1.00' },
      { id: 'once', amount: '4.00', numberOfBillingCycles: 1 },
    ],
  })
  await byHand({ add: [{ inheritedFromId: 'once' }] })
  expect(await set(500)).toMatchObject({ otherAdjustments: -400 })
  await control('POST', '/clock/advance', { days: 32 })
  expect(await set(600)).toMatchObject({ otherAdjustments: 0, payments: [{ amount: usd(2100) }, {}] })
})

test('nothing is credited, although the merchant prorates downgrades', async () => {
  const { set, control } = await subscribed({
    settings: { proratesDowngrades: true, proratesUpgrades: true },
  })
  await control('POST', '/clock/advance', { days: 10 })
  expect(await set(1500)).toMatchObject({ balance: 0 })
  const after = await set(null)
  expect(after).toMatchObject({ balance: 0 })
  expect(after.payments).toHaveLength(1)
})

test('a subscription that is past due is rejected until its bill is paid', async () => {
  const { set, sdk, control, id } = await subscribed()
  const declined = { action: { kind: 'decline', code: '2001', subscriptionId: id } }
  await control('POST', '/faults', declined)
  await control('POST', '/clock/advance', { days: 30 })
  await expect(set(500)).rejects.toMatchObject({
    code: 'REJECTED',
    retryable: false,
    rejection: 'PAST_DUE',
    message: expect.stringContaining('until its bill is paid'),
    processorCodes: ['92022'],
  })
  await control('DELETE', '/faults')
  await (sdk.subscription as unknown as RetryCharge).retryCharge(id, undefined, true)
  expect(await set(500)).toMatchObject({ status: 'ACTIVE', discount: { amount: usd(500) } })
})

test('a discount that is added at the same time is found, and changed', async () => {
  const { set, byHand, discounts, whileDelayed } = await subscribed()
  const after = await whileDelayed(
    () => set(500),
    () => byHand({ add: [{ inheritedFromId: ID, amount: '9.00' }] }),
  )
  expect(after).toMatchObject({ discount: { amount: usd(500) } })
  expect(await discounts()).toEqual([[ID, '5.00', 1, true]])
})

test('a discount that is removed at the same time is added again, or stays removed', async () => {
  const { set, byHand, discounts, whileDelayed } = await subscribed()
  await set(500)
  const after = await whileDelayed(
    () => set(600),
    () => byHand({ remove: [ID] }),
  )
  expect(after).toMatchObject({ discount: { amount: usd(600) } })
  const removed = await whileDelayed(
    () => set(null),
    () => byHand({ remove: [ID] }),
  )
  expect(removed).toMatchObject({ discount: null })
  expect(await discounts()).toEqual([])
})

test('an amount that the gateway does not take is rejected with its codes', async () => {
  const { set } = await subscribed()
  await expect(set(-500)).rejects.toMatchObject({
    code: 'REJECTED',
    rejection: null,
    processorCodes: ['92002'],
  })
})

/** The SDK's published types lack the third parameter. */
type RetryCharge = {
  readonly retryCharge: (id: string, amount: undefined, submitForSettlement: boolean) => Promise<unknown>
}

async function subscribed(fixture: object = {}) {
  const shop = await givenBraintreeShop(sandbox, fixture)
  const { sdk, control } = shop
  const id = await shop.subscribe(await shop.addCustomer())
  const client = openBraintree(shop.credentials, { allowLocalTargets: true })
  return {
    ...shop,
    id,
    set: (minor: number | null) => client.setStanding(id, ID, minor === null ? null : off(usd(minor))),
    byHand: async (discounts: object) => {
      const request = { discounts, options: { prorateCharges: false } }
      const { success, message } = await sdk.subscription.update(id, request as never)
      if (!success) throw new Error(message)
    },
    discounts: async () => {
      const found = await sdk.subscription.find(id)
      return found.discounts?.map((it) => [it.id, it.amount, it.quantity, it.neverExpires]) ?? []
    },
    /** Does something after the call has read the subscription, and before its change is carried out. */
    whileDelayed: async <T>(start: () => Promise<T>, work: () => Promise<void>): Promise<T> => {
      const action = { kind: 'delay', ms: 1500 }
      await control('POST', '/faults', { method: 'PUT', path: '/subscriptions/*', times: 1, action })
      const call = start()
      await expect.poll(async () => (await control('GET', '/faults')).items).toMatchObject([{ hits: 1 }])
      await work()
      await control('DELETE', '/faults')
      return await call
    },
  }
}
