import type { Money } from '@goodword/domain/values/money'
import { expect, test } from 'vitest'
import type { ProcessorClient } from '../../connectors/connector.ts'
import type { RefundResult } from '../../connectors/processor-state.ts'
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
      expect(await back(client, paymentId, usd(300), 'refund_1')).toEqual({ outcome: 'NOT_SETTLED_YET' })
    await advanceDays(1)
    expect(await back(client, paymentId, usd(300), 'refund_1')).toEqual({
      outcome: 'REFUNDED',
      refund: {
        id: expect.any(String),
        status: expect.stringMatching(/^(SUBMITTED|SETTLED)$/),
        amount: usd(300),
        createdAt: expect.any(Number),
      },
    })
    expect(await refundsOf(paymentId)).toEqual(['3.00'])
  })

  test('a refund is made once per order ID', async () => {
    const { client, paymentId, refundsOf } = await settled(given)
    const [first, again] = [
      await back(client, paymentId, usd(300), 'one'),
      await back(client, paymentId, usd(300), 'one'),
    ]
    expect(again).toMatchObject({ outcome: 'REFUNDED', refund: { id: idOf(first), amount: usd(300) } })
    expect(await back(client, paymentId, usd(600), 'two')).toMatchObject({ refund: { amount: usd(300) } })
    expect(await refundsOf(paymentId)).toEqual(['3.00', '3.00'])
  })

  test('a payment shows its refunds', async () => {
    const { client, id, paymentId, discountId } = await settled(given)
    const refund = await back(client, paymentId, usd(300), 'one')
    const subscription = await client.readSubscription(id, discountId)
    const payment = subscription?.payments.find((each) => each.id === paymentId)
    expect(payment?.refundIds).toEqual([idOf(refund)])
  })

  test.each([
    ['nothing', 0, 3_00, 3_00],
    ['less', 1_00, 3_00, 2_00],
    ['as much', 3_00, 3_00, 0],
    ['more', 5_00, 3_00, 0],
    ['almost the whole payment', 29_00, 45_00, 1_00],
    ['the whole payment', 30_00, 45_00, 0],
  ])('after others gave back %s, the rest is given back', async (_what, others, wanted, expected) => {
    const { client, paymentId, refundsOf } = await settled(given)
    if (others > 0) await back(client, paymentId, usd(others), 'by hand')
    const made = await back(client, paymentId, usd(wanted), 'ours')
    if (expected === 0) expect(made).toEqual({ outcome: 'NOTHING_LEFT' })
    else expect(made).toMatchObject({ outcome: 'REFUNDED', refund: { amount: usd(expected) } })
    const all = [others, expected].filter((it) => it > 0)
    expect(await refundsOf(paymentId)).toEqual(all.map((it) => (it / 100).toFixed(2)))
  })

  test('a refund itself is not refunded', async () => {
    const { client, paymentId } = await settled(given)
    const refund = await back(client, paymentId, usd(300), 'one')
    expect(await back(client, idOf(refund), usd(100), 'two')).toMatchObject({ outcome: 'REFUSED' })
  })

  test('a refund in another currency, or of an unknown payment, fails', async () => {
    const { client, paymentId, refundsOf } = await settled(given)
    const inEuros = back(client, paymentId, eur(300), 'one')
    await expect(inEuros).rejects.toMatchObject({ code: 'REJECTED', rejection: 'CURRENCY' })
    await expect(back(client, 'unknown', usd(300), 'one')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await refundsOf(paymentId)).toEqual([])
  })

  test('an answer that is lost or broken leaves one refund, and is no failure', async () => {
    for (const kind of ['answer_lost', 'malformed', 'truncated'] as const) {
      const { client, paymentId, refundsOf, fail } = await settled(given)
      await fail({ kind }, 'refunding', { times: 1 })
      expect(await back(client, paymentId, usd(300), 'one')).toMatchObject({ outcome: 'REFUNDED' })
      expect(await refundsOf(paymentId)).toEqual(['3.00'])
    }
  })

  test('a request that is carried out later is a failure of unknown outcome, and a repeat finds the refund', async () => {
    const { client, paymentId, refundsOf, fail } = await settled(given)
    await fail({ kind: 'applied_late', ms: 3000, status: 503 }, 'refunding', { times: 1 })
    const failed = await back(client, paymentId, usd(300), 'one').catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'UNAVAILABLE', retryable: true, isOutcomeUnknown: true })
    await expect.poll(() => refundsOf(paymentId)).toEqual(['3.00'])
    expect(await back(client, paymentId, usd(300), 'one')).toMatchObject({ outcome: 'REFUNDED' })
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
    const attempt = (id: string) => back(open(), id, usd(100), `order_${id}`).catch(nullIfRetryable)
    for (const { id } of payments) {
      while ((await attempt(id))?.outcome !== 'REFUNDED');
    }
    await recover()
    for (const { id } of payments) expect(await refundsOf(id)).toEqual(['1.00'])
  })
}

function back(client: ProcessorClient, paymentId: string, inAll: Money, orderId: string) {
  return client.refund({ paymentId, inAll, orderId, to: 'PAYMENT_METHOD' })
}

function idOf(result: RefundResult): string {
  if (result.outcome !== 'REFUNDED') throw new Error(`the refund is ${result.outcome}`)
  return result.refund.id
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
