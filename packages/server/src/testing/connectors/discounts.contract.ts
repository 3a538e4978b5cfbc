import { expect, test } from 'vitest'
import { eur, off, usd } from '../processor/money.ts'
import { nullIfRetryable } from '../processor/null-if-retryable.ts'
import type { ConnectorTraits, ProcessorSubject } from '../processor/processor-subject.ts'

export function describeDiscounts(
  given: () => Promise<ProcessorSubject>,
  { calls, discounts }: ConnectorTraits,
): void {
  test('a discount is added, changed and removed', async () => {
    const { client, id, discountId, discountOf } = await subscribed(given)
    const set = (minor: number) => client.setStanding(id, discountId, off(usd(minor)))
    expect(await set(600)).toMatchObject({
      id,
      discount: { amount: usd(600), quantity: 1, billsLeft: null },
    })
    expect(await discountOf(id)).toEqual({ amount: '6.00', quantity: 1 })
    expect(await set(30)).toMatchObject({ discount: { amount: usd(30) } })
    expect(await discountOf(id)).toEqual({ amount: '0.30', quantity: 1 })
    expect(await client.setStanding(id, discountId, null)).toMatchObject({ discount: null })
    expect(await discountOf(id)).toBeNull()
  })

  test('a discount of nothing is removed', async () => {
    const { client, id, discountId, discountOf } = await subscribed(given)
    await client.setStanding(id, discountId, off(usd(600)))
    expect(await client.setStanding(id, discountId, off(usd(0)))).toMatchObject({ discount: null })
    expect(await discountOf(id)).toBeNull()
  })

  test('nothing is charged or credited for the current period', async () => {
    const { client, id, discountId, advanceDays } = await subscribed(given)
    await advanceDays(10)
    await client.setStanding(id, discountId, off(usd(1500)))
    await advanceDays(1)
    const after = await client.setStanding(id, discountId, null)
    expect(after).toMatchObject({ balance: 0, payments: [{ amount: usd(3000) }] })
    expect(after.payments).toHaveLength(1)
  })

  test('calls at the same time end with one of their amounts, once', async () => {
    const { client, id, discountId, discountOf } = await subscribed(given)
    await Promise.all([600, 600, 600].map((minor) => client.setStanding(id, discountId, off(usd(minor)))))
    expect(await discountOf(id)).toEqual({ amount: '6.00', quantity: 1 })
  })

  test('a discount in another currency than the subscription is rejected', async () => {
    const { client, id, discountId, discountOf } = await subscribed(given)
    await expect(client.setStanding(id, discountId, off(eur(500)))).rejects.toMatchObject({
      code: 'REJECTED',
      rejection: 'CURRENCY',
      retryable: false,
    })
    expect(await discountOf(id)).toBeNull()
  })

  if (discounts === 'SET_UP') {
    test('a discount that is not set up at the processor is rejected', async () => {
      const { client, id } = await subscribed(given)
      await expect(client.setStanding(id, 'other_discount', off(usd(600)))).rejects.toMatchObject({
        code: 'REJECTED',
        rejection: 'DISCOUNT_MISSING',
        message: expect.stringContaining('other_discount'),
      })
    })
  }

  test('a subscription that has ended, or is not there, has no discount set', async () => {
    const { client, id, discountId, cancel } = await subscribed(given)
    await cancel(id)
    await expect(client.setStanding(id, discountId, off(usd(600)))).rejects.toMatchObject({
      code: 'REJECTED',
      rejection: 'ENDED',
    })
    await expect(client.setStanding('unknown', discountId, off(usd(600)))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      retryable: false,
    })
  })

  if (calls === 'NONE') return

  test('a price that changes beside the discount counts from the next bill on, with what is wanted then', async () => {
    const { client, id, discountId, doublePrice, advanceDays } = await subscribed(given)
    await client.setStanding(id, discountId, off(usd(600)))
    await doublePrice(id)
    expect(await client.readSubscription(id, discountId)).toMatchObject({ price: usd(6000) })
    // 20 % of 60.00.
    const wanted = { ...off(usd(600)), amount: usd(1200) }
    expect(await client.setStanding(id, discountId, wanted)).toMatchObject({
      discount: { amount: usd(1200) },
    })
    await advanceDays(32)
    expect(await client.readSubscription(id, discountId)).toMatchObject({
      payments: [{ amount: usd(4800), discountAmount: 1200 }, { amount: usd(3000) }],
    })
  })

  test('other discounts stay when ours is added, changed and removed, and are seen beside it', async () => {
    const { client, id, discountId, addOtherDiscount, advanceDays } = await subscribed(given)
    await addOtherDiscount(id)
    for (const minor of [600, 900, 0, 300]) {
      expect(await client.setStanding(id, discountId, off(usd(minor)))).toMatchObject({
        otherAdjustments: -400,
      })
    }
    await advanceDays(32)
    expect(await client.readSubscription(id, discountId)).toMatchObject({
      payments: [{ amount: usd(2300), discountAmount: 300, otherAdjustments: -400 }, { amount: usd(3000) }],
    })
  })

  test('a discount that is so already is not changed again', async () => {
    const { client, id, discountId, fail } = await subscribed(given)
    await client.setStanding(id, discountId, off(usd(600)))
    await fail({ kind: 'status', status: 500 }, 'setting a discount')
    expect(await client.setStanding(id, discountId, off(usd(600)))).toMatchObject({
      discount: { amount: usd(600) },
    })
  })

  test('an answer that is lost or broken leaves one discount, and is no failure', async () => {
    for (const kind of ['answer_lost', 'malformed', 'truncated'] as const) {
      const { client, id, discountId, discountOf, fail } = await subscribed(given)
      await fail({ kind }, 'setting a discount', { times: 1 })
      expect(await client.setStanding(id, discountId, off(usd(600)))).toMatchObject({
        discount: { amount: usd(600), quantity: 1 },
      })
      expect(await discountOf(id)).toEqual({ amount: '6.00', quantity: 1 })
    }
  })

  test('a request that is carried out later is a failure of unknown outcome, and a repeat changes nothing', async () => {
    const { client, id, discountId, discountOf, fail } = await subscribed(given)
    await fail({ kind: 'applied_late', ms: 3000, status: 504 }, 'setting a discount', { times: 1 })
    const failed = await client.setStanding(id, discountId, off(usd(600))).catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'UNAVAILABLE', retryable: true, isOutcomeUnknown: true })
    expect(failed).toHaveProperty('retryAfterMs', expect.any(Number))
    await expect.poll(() => discountOf(id)).not.toBeNull()
    await client.setStanding(id, discountId, off(usd(600)))
    expect(await discountOf(id)).toEqual({ amount: '6.00', quantity: 1 })
  })

  test('the discount is what was wanted last, however many answers fail and processes end', async () => {
    const { open, id, discountId, discountOf, fail, recover } = await subscribed(given)
    const faults = ['answer_lost', 'malformed', 'truncated', 'reset'] as const
    for (const minor of [600, 900, 0, 300, 300, 0, 0, 150]) {
      for (const kind of faults) await fail({ kind }, 'any', { probability: 0.1 })
      // A client of its own is as forgetful as a process that was started again.
      const attempt = () =>
        open()
          .setStanding(id, discountId, off(usd(minor)))
          .catch(nullIfRetryable)
      while ((await attempt()) === null);
      await recover()
      const amount = (minor / 100).toFixed(2)
      expect(await discountOf(id)).toEqual(minor === 0 ? null : { amount, quantity: 1 })
    }
  })
}

async function subscribed(given: () => Promise<ProcessorSubject>) {
  const subject = await given()
  return { ...subject, client: subject.open(), id: await subject.subscribe(await subject.addCustomer()) }
}
