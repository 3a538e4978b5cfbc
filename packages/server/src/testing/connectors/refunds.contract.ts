import { expect, test } from 'vitest'
import { eur, usd } from '../processor/money.ts'
import { nullIfRetryable } from '../processor/null-if-retryable.ts'
import type { ConnectorTraits, ProcessorSubject } from '../processor/processor-subject.ts'

export function describeRefunds(
  given: () => Promise<ProcessorSubject>,
  { settlement }: ConnectorTraits,
): void {
  test('a payment is refunded when it has settled, and not before', async () => {
    const { client, paymentId, refundsOf, advanceDays } = await paid(given)
    if (settlement === 'LATER')
      expect(await client.refund(paymentId, usd(300), 'refund_1')).toEqual({ outcome: 'NOT_SETTLED_YET' })
    await advanceDays(1)
    expect(await client.refund(paymentId, usd(300), 'refund_1')).toEqual({
      outcome: 'REFUNDED',
      id: expect.any(String),
      amount: usd(300),
    })
    expect(await refundsOf(paymentId)).toEqual(['3.00'])
  })

  test('a refund is made once per order ID', async () => {
    const { client, paymentId, refundsOf } = await settled(given)
    const refund = (orderId: string) => client.refund(paymentId, usd(300), orderId)
    const [first, again, other] = [await refund('one'), await refund('one'), await refund('two')]
    expect(again).toEqual(first)
    expect(other).toMatchObject({ outcome: 'REFUNDED' })
    expect(await refundsOf(paymentId)).toEqual(['3.00', '3.00'])
  })

  test('a payment shows its refunds', async () => {
    const { client, id, paymentId, discountId } = await settled(given)
    const refund = await client.refund(paymentId, usd(300), 'one')
    const subscription = await client.readSubscription(id, discountId)
    const payment = subscription?.payments.find((each) => each.id === paymentId)
    expect(refund).toMatchObject({ id: payment?.refundIds[0] })
  })

  test('no more is refunded than others left of a payment', async () => {
    const { client, paymentId, refundsOf } = await settled(given)
    await client.refund(paymentId, usd(2900), 'most')
    expect(await client.refund(paymentId, usd(200), 'more')).toMatchObject({
      outcome: 'REFUNDED',
      amount: usd(100),
    })
    expect(await client.refund(paymentId, usd(200), 'more')).toMatchObject({ amount: usd(100) })
    expect(await client.refund(paymentId, usd(1), 'nothing left')).toEqual({
      outcome: 'REFUSED',
      message: expect.stringContaining('refunded in full'),
    })
    expect(await refundsOf(paymentId)).toEqual(['29.00', '1.00'])
  })

  test('a refund itself is not refunded', async () => {
    const { client, paymentId } = await settled(given)
    const refund = await client.refund(paymentId, usd(300), 'one')
    if (refund.outcome !== 'REFUNDED') throw new Error(`the refund is ${refund.outcome}`)
    expect(await client.refund(refund.id, usd(100), 'two')).toMatchObject({ outcome: 'REFUSED' })
  })

  test('a refund in another currency, or of an unknown payment, fails', async () => {
    const { client, paymentId, refundsOf } = await settled(given)
    const inEuros = client.refund(paymentId, eur(300), 'one')
    await expect(inEuros).rejects.toMatchObject({ code: 'REJECTED', rejection: 'CURRENCY' })
    await expect(client.refund('unknown', usd(300), 'one')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await refundsOf(paymentId)).toEqual([])
  })

  test('an answer that is lost or broken leaves one refund, and is no failure', async () => {
    for (const kind of ['answer_lost', 'malformed', 'truncated'] as const) {
      const { client, paymentId, refundsOf, fail } = await settled(given)
      await fail({ kind }, 'refunding', { times: 1 })
      expect(await client.refund(paymentId, usd(300), 'one')).toMatchObject({ outcome: 'REFUNDED' })
      expect(await refundsOf(paymentId)).toEqual(['3.00'])
    }
  })

  test('a request that is carried out later is a failure of unknown outcome, and a repeat finds the refund', async () => {
    const { client, paymentId, refundsOf, fail } = await settled(given)
    await fail({ kind: 'applied_late', ms: 3000, status: 503 }, 'refunding', { times: 1 })
    const failed = await client.refund(paymentId, usd(300), 'one').catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'UNAVAILABLE', retryable: true, isOutcomeUnknown: true })
    await expect.poll(() => refundsOf(paymentId)).toEqual(['3.00'])
    expect(await client.refund(paymentId, usd(300), 'one')).toMatchObject({ outcome: 'REFUNDED' })
    expect(await refundsOf(paymentId)).toEqual(['3.00'])
  })

  test('every refund is made exactly once, however many answers fail and processes end', async () => {
    const { open, addCustomer, subscribe, advanceDays, discountId, refundsOf, fail, recover } = await given()
    const customerId = await addCustomer()
    for (let n = 0; n < 15; n += 1) await subscribe(customerId, { price: `${n + 10}.00` })
    await advanceDays(1)
    const customer = await open().readCustomer(customerId, discountId)
    const payments = customer?.subscriptions.flatMap((each) => each.payments) ?? []
    expect(payments).toHaveLength(15)
    for (const kind of ['answer_lost', 'malformed', 'truncated', 'reset'] as const)
      await fail({ kind }, 'any', { probability: 0.1 })
    await fail({ kind: 'status', status: 503 }, 'any', { probability: 0.1 })
    // A client of its own is as forgetful as a process that was started again.
    const attempt = (id: string) => open().refund(id, usd(100), `order_${id}`).catch(nullIfRetryable)
    for (const { id } of payments) {
      while ((await attempt(id))?.outcome !== 'REFUNDED');
    }
    await recover()
    for (const { id } of payments) expect(await refundsOf(id)).toEqual(['1.00'])
  })
}

async function settled(given: () => Promise<ProcessorSubject>) {
  const subject = await paid(given)
  await subject.advanceDays(1)
  return subject
}

async function paid(given: () => Promise<ProcessorSubject>) {
  const subject = await given()
  const client = subject.open()
  const id = await subject.subscribe(await subject.addCustomer())
  const subscription = await client.readSubscription(id, subject.discountId)
  return { ...subject, client, id, paymentId: subscription?.payments[0]?.id ?? '' }
}
