import { afterEach, expect, test } from 'vitest'
import { givenStory, type Story } from '../../../testing/given-story.ts'

let story: Story
afterEach(() => story.close())

test('the first transaction is refunded once it settled, in parts if wanted, and the subscription goes on', async () => {
  story = await givenStory()
  await story.begins({ discounts: { add: [{ inheritedFromId: 'referral_discount', amount: '3.00' }] } })
  await story.does('a refund before it settled', () => refund())
  await story.advanceTo('2026-02-01', 'the next day')
  await story.does('a refund of 12.00', () => refund('12.00'))
  await story.does('a refund of the rest', () => refund())
  await story.does('one refund more', () => refund())
  await story.bills(1)
  expect(story.table()).toBe(`
day        | what happens                       | cycle |   price | discounts | charged                            | balance | status
2026-01-31 | it begins                          |     1 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
2026-01-31 | a refund before it settled         |     1 |   30.00 |      3.00 | 91506                              |    0.00 | Active
2026-02-01 | the next day                       |     1 |   30.00 |      3.00 |                                    |    0.00 | Active
2026-02-01 | a refund of 12.00                  |     1 |   30.00 |      3.00 | 12.00 refunded                     |    0.00 | Active
2026-02-01 | a refund of the rest               |     1 |   30.00 |      3.00 | 15.00 refunded                     |    0.00 | Active
2026-02-01 | one refund more                    |     1 |   30.00 |      3.00 | 91512                              |    0.00 | Active
2026-02-28 | bill                               |     2 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
`)
})

test('before it settles, the first transaction can be voided', async () => {
  story = await givenStory()
  await story.begins({})
  await story.does('a void', async () => {
    const { transaction } = await story.gateway.transaction.void(await first())
    return `${transaction.status}`
  })
  await story.bills(1)
  expect(story.table()).toBe(`
day        | what happens                       | cycle |   price | discounts | charged                            | balance | status
2026-01-31 | it begins                          |     1 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
2026-01-31 | a void                             |     1 |   30.00 |      0.00 | voided                             |    0.00 | Active
2026-02-28 | bill                               |     2 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
`)
})

async function first(): Promise<string> {
  const { transactions } = await story.gateway.subscription.find(story.id)
  return transactions?.at(-1)?.id ?? ''
}

async function refund(amount?: string): Promise<string> {
  const id = await first()
  const result = await (amount === undefined
    ? story.gateway.transaction.refund(id)
    : story.gateway.transaction.refund(id, amount))
  const codes = () => result.errors.deepErrors().map(({ code }) => code)
  return result.success ? `${result.transaction.amount} refunded` : codes().join(', ')
}
