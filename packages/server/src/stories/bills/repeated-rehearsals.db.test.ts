import { afterAll, expect, test } from 'vitest'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { monthly } from '../../testing/processor/scenarios/bill-table.ts'
import { type Order, rehearse } from '../../testing/processor/scenarios/rehearse.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())

const calendar = { first: ['bob'], later: [], until: '2040-03-31T20:00' } as const

test.each([
  ['Braintree', '2040-02-29T06:00'],
  ['Stripe', '2040-02-29T13:00'],
] as const)(
  'a rehearsal at %s has the same bills and dates, whether notifications or the clock come first',
  async (processor, bobPays) => {
    const play = (order: Order) => rehearse(service, sandbox, processor, calendar, order)
    const played = await play({ first: 'notifications', people: 'friends first' })
    expect(await play({ first: 'clock', people: 'referrer first' })).toEqual(played)
    expect(played.bills.ada).toBe(monthly(0, 0, 750))
    expect(played.dates).toEqual({ bob: bobPays })
    expect(played.wrong).toEqual([])
  },
)
