import { expect, test } from 'vitest'
import { workOf } from './renewal-events.ts'

const period = (start: number, quantity = 1) => ({
  items: { data: [{ id: 'si_1', quantity, current_period_start: start, current_period_end: start + 10 }] },
})
const updated = (previous: object) =>
  workOf('customer.subscription.updated', {
    data: { object: { id: 'sub_1', ...period(20) }, previous_attributes: previous },
  })
const invoice = (type: string, object: object) => workOf(type, { data: { object } })

test('a subscription of which only the period changed asks for nothing', () => {
  expect(updated({ ...period(10), latest_invoice: 'in_1' })).toBe('NOTHING')
})

test.each([
  ['the status', { ...period(10), status: 'trialing' }],
  ['the discounts', { discounts: [] }],
  ['the quantity of an item', period(10, 2)],
  ['nothing', {}],
])('a subscription of which %s changed is read', (_what, previous) => {
  expect(updated(previous)).toBeNull()
})

test('the draft of a renewal is compared with others, and its closing waits for its payment', () => {
  const cycle = { billing_reason: 'subscription_cycle', collection_method: 'charge_automatically' }
  expect(invoice('invoice.created', { ...cycle, status: 'draft' })).toBe('DRAFTS')
  expect(invoice('invoice.finalized', { ...cycle, status: 'open' })).toBe('LATER')
  expect(invoice('invoice.paid', { ...cycle, status: 'paid' })).toBeNull()
  expect(invoice('invoice.finalized', { ...cycle, status: 'paid' })).toBeNull()
  expect(invoice('invoice.created', { billing_reason: 'manual', status: 'draft' })).toBeNull()
})
