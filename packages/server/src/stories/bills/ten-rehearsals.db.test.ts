import { afterAll, expect, test } from 'vitest'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { type Order, rehearse } from '../../testing/processor/scenarios/rehearse.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())

const calendar = { first: ['a', 'b'], later: ['c', 'd', 'e', 'f'], until: '2040-06-05T12:00' } as const

/** Each of the four orders comes at least twice. */
const orders = Array.from(
  { length: 10 },
  (_, turn): Order => ({
    first: turn % 2 === 0 ? 'notifications' : 'clock',
    people: turn % 4 < 2 ? 'referrer first' : 'friends first',
  }),
)

test.each([
  ['Braintree', '06', []],
  // A bill of nothing is one at Stripe. An invoice is paid an hour after its draft.
  ['Stripe', '13', ['2040-05-31 |  30.00 |   0.00']],
] as const)(
  'a rehearsal at %s that is repeated ten times has the same bills and dates, in every order of its work',
  async (processor, paidAt, last) => {
    const played = []
    for (const order of orders) played.push(await rehearse(service, sandbox, processor, calendar, order))
    const [first] = played
    for (const other of played) expect(other).toEqual(first)
    expect(first?.bills.ada?.trim().split('\n')).toEqual([
      '2040-01-31 |        |  30.00',
      '2040-02-29 |        |  30.00',
      '2040-03-31 |  15.00 |  15.00',
      '2040-04-30 |  15.00 |  15.00',
      ...last,
    ])
    const later = processor === 'Stripe' ? '19' : paidAt
    expect(first?.dates).toEqual({
      ...Object.fromEntries(calendar.first.map((name) => [name, `2040-02-29T${paidAt}:00`])),
      ...Object.fromEntries(calendar.later.map((name) => [name, `2040-04-30T${later}:00`])),
    })
    expect(first?.wrong).toEqual([])
  },
  600_000,
)
