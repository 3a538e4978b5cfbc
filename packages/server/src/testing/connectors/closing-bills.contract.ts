import { expect, test } from 'vitest'
import { holdWrite } from '../processor/hold-write.ts'
import { off, usd } from '../processor/money.ts'
import type { ConnectorTraits, ProcessorSubject } from '../processor/processor-subject.ts'

/** A day on which the second bill is there, and is a draft if the processor has drafts. */
const SECOND_BILL = 28

/** The processor makes or closes a bill, after it was read and before it is changed. */
export function describeClosingBills(
  given: () => Promise<ProcessorSubject>,
  { calls, bills }: ConnectorTraits,
): void {
  test('a bill that is made after its customer was read stays as it is, and the next one has what was set', async () => {
    const { client, id, customerId, discountId, advanceDays, discountsOf } = await subscribed(given)
    expect(await client.readCustomer(customerId, discountId)).toMatchObject({
      subscriptions: [{ id, billCount: 1 }],
    })
    await advanceDays(SECOND_BILL + 2)
    await client.setStanding(id, discountId, off(usd(600)))
    expect(await discountsOf(id)).toEqual([0, 0])
    await advanceDays(SECOND_BILL + 3)
    expect(await discountsOf(id)).toEqual([0, 0, 600])
    await client.setStanding(id, discountId, null)
    expect(await discountsOf(id)).toEqual([0, 0, 600])
  })

  if (calls === 'NONE') return

  test.each([
    ['added', 0, 600],
    ['changed', 900, 600],
    ['removed', 600, 0],
  ])('a bill that is made while a discount is %s has one or the other', async (_how, before, wanted) => {
    const { client, open, id, credentials, discountId, advanceDays, discountsOf } = await subscribed(given)
    if (before > 0) await client.setStanding(id, discountId, off(usd(before)))
    const environment = await holdWrite(credentials.environment, () => advanceDays(SECOND_BILL + 2))
    const held = open({ credentials: { environment } })
    const after = await held.setStanding(id, discountId, wanted === 0 ? null : off(usd(wanted)))
    expect(after).toMatchObject({ billCount: 2, balance: 0 })
    expect(await discountsOf(id)).toEqual([0, before])
    await advanceDays(SECOND_BILL + 3)
    expect(await discountsOf(id)).toEqual([0, before, wanted])
  })

  if (bills !== 'DRAFT') return

  test.each([
    ['more', 800],
    ['less', 100],
  ])(
    'a draft that is closed while it is to have %s off is refused by that name, and stays as it is',
    async (_how, wanted) => {
      const { client, open, id, credentials, discountId, advanceDays, discountsOf } = await subscribed(given)
      await client.setStanding(id, discountId, off(usd(300)))
      await advanceDays(SECOND_BILL)
      const billId = (await client.readSubscription(id, discountId))?.draft?.billId ?? ''
      const environment = await holdWrite(credentials.environment, () => advanceDays(1))
      const closed = { code: 'REJECTED', rejection: 'BILL_CLOSED', retryable: false }
      for (const each of [open({ credentials: { environment } }), client])
        await expect(each.adjustBill?.(billId, discountId, usd(wanted))).rejects.toMatchObject(closed)
      expect(await discountsOf(id)).toEqual([0, 300])
      await advanceDays(SECOND_BILL + 3)
      expect(await discountsOf(id)).toEqual([0, 300, 300])
    },
  )
}

async function subscribed(given: () => Promise<ProcessorSubject>) {
  const subject = await given()
  const client = subject.open()
  const customerId = await subject.addCustomer()
  const id = await subject.subscribe(customerId)
  return {
    ...subject,
    client,
    customerId,
    id,
    /** Our discount on each payment of a subscription, the oldest first. */
    discountsOf: async (subscriptionId: string) => {
      const read = await client.readSubscription(subscriptionId, subject.discountId)
      return read?.payments.map(({ discountAmount }) => discountAmount).toReversed()
    },
  }
}
