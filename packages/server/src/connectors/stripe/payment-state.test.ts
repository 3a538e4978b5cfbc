import { expect, test } from 'vitest'
import { NO_AFTERMATH, paymentsOf } from './payment-state.ts'

const CREATED = 1_767_225_600
const PAID = CREATED + 3 * 86_400

const invoice = {
  id: 'in_1',
  status: 'paid',
  created: CREATED,
  currency: 'usd',
  customer: 'cus_1',
  attempted: true,
  status_transitions: { paid_at: PAID },
  total: 3000,
  ending_balance: 0,
  total_taxes: [],
  post_payment_credit_notes_amount: 0,
  parent: null,
  total_discount_amounts: [],
  lines: { data: [], has_more: false },
  payments: {
    data: [
      {
        status: 'paid',
        amount_paid: 3000,
        amount_requested: 3000,
        payment: { payment_intent: 'pi_1' },
        status_transitions: { paid_at: PAID },
      },
    ],
  },
}

test.each([
  ['needs_response', ['OPEN']],
  ['under_review', ['OPEN']],
  ['won', ['WON']],
  ['lost', ['LOST']],
  ['warning_needs_response', []],
  ['warning_closed', []],
  ['prevented', []],
])('a dispute with the status %s takes money only if it is more than an inquiry', (status, expected) => {
  const disputes = [{ id: 'du_1', status, created: CREATED }]
  const aftermath = { ...NO_AFTERMATH, payments: new Map([['pi_1', { refunds: [], disputes }]]) }
  const [payment] = paymentsOf(invoice, 'referral_discount', aftermath)
  expect((payment?.disputes ?? []).map((it) => it.status)).toEqual(expected)
})

test('a payment has the time at which it was made, and that of its bill, with a charge and without', () => {
  const times = [{ createdAt: PAID * 1000, billedAt: CREATED * 1000 }]
  expect(paymentsOf(invoice, 'referral_discount', NO_AFTERMATH)).toMatchObject(times)
  const ofBalance = { ...invoice, payments: { data: [] } }
  expect(paymentsOf(ofBalance, 'referral_discount', NO_AFTERMATH)).toMatchObject(times)
})

test('a payment that was declined has the time of its bill', () => {
  const [payment] = invoice.payments.data.map((it) => {
    return { ...it, status: 'open', amount_paid: null, status_transitions: { paid_at: null } }
  })
  const open = { ...invoice, status: 'open', payments: { data: payment === undefined ? [] : [payment] } }
  expect(paymentsOf(open, 'referral_discount', NO_AFTERMATH)).toMatchObject([
    { status: 'FAILED', createdAt: CREATED * 1000, billedAt: CREATED * 1000 },
  ])
})
