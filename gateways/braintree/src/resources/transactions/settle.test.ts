import { expect, test } from 'vitest'
import type { Merchant } from '../../model/merchant.ts'
import type { Transaction } from '../../model/transaction.ts'
import { givenGateway } from '../../testing/given-call.ts'
import { givenMerchant } from '../../testing/given-merchant.ts'
import { givenSubscriber } from '../../testing/given-subscriber.ts'
import { chargedCardOf } from '../cards/charged-card.ts'
import { charge } from './charge.ts'
import { nextSettlementAt, runSettlement } from './settle.ts'

const gateway = givenGateway(givenMerchant())

function charged(merchant: Merchant, at: string, submitsForSettlement = true, amount = 1000): Transaction {
  const card = merchant.cards.get('jane_card') ?? givenSubscriber(merchant)
  return charge(gateway, merchant, Date.parse(at), {
    amount,
    card: chargedCardOf(card),
    customerId: 'jane',
    merchantAccountId: 'merchant_usd',
    orderId: null,
    billing: null,
    customFields: {},
    recurring: null,
    descriptor: null,
    apiRequestKey: null,
    submitsForSettlement,
    user: 'merchant_public',
    source: 'api',
  })
}

function timeText(moment: number | null): string | null {
  return moment === null ? null : `${new Date(moment).toISOString().slice(0, 16)}Z`
}

function historyOf({ statusHistory }: Transaction): readonly string[] {
  return statusHistory.map(({ timestamp, status }) => `${timeText(timestamp)} ${status}`).reverse()
}

test('what was submitted settles in the night after: it begins at 22 and has ended at 23', () => {
  const merchant = givenMerchant()
  const transaction = charged(merchant, '2026-01-31T12:00:00Z')
  expect(timeText(nextSettlementAt(merchant))).toBe('2026-01-31T22:00Z')
  runSettlement(merchant, Date.parse('2026-01-31T22:00:00Z'))
  expect(transaction.status).toBe('settling')
  expect(timeText(nextSettlementAt(merchant))).toBe('2026-01-31T23:00Z')
  runSettlement(merchant, Date.parse('2026-01-31T23:00:00Z'))
  expect(transaction).toMatchObject({
    status: 'settled',
    settlement: { batchId: '2026-01-31_merchant_usd' },
  })
  expect(nextSettlementAt(merchant)).toBeNull()
})

test('what is submitted while it settles waits for the next night', () => {
  const merchant = givenMerchant()
  charged(merchant, '2026-01-31T22:00:00Z')
  expect(timeText(nextSettlementAt(merchant))).toBe('2026-02-01T22:00Z')
})

test('missed nightly settlements are made up for, each at its own time', () => {
  const merchant = givenMerchant()
  const transaction = charged(merchant, '2026-01-31T12:00:00Z')
  runSettlement(merchant, Date.parse('2026-02-05T00:00:00Z'))
  expect(historyOf(transaction)).toEqual([
    '2026-01-31T12:00Z authorized',
    '2026-01-31T12:00Z submitted_for_settlement',
    '2026-01-31T22:00Z settling',
    '2026-01-31T23:00Z settled',
  ])
})

test('a night that was run is not run again', () => {
  const merchant = givenMerchant()
  const transaction = charged(merchant, '2026-01-31T12:00:00Z')
  runSettlement(merchant, Date.parse('2026-02-01T00:00:00Z'))
  const before = historyOf(transaction)
  runSettlement(merchant, Date.parse('2026-02-01T00:00:00Z'))
  expect(historyOf(transaction)).toEqual(before)
})

test('an authorization that is not submitted expires after thirty days', () => {
  const merchant = givenMerchant()
  const transaction = charged(merchant, '2026-01-31T12:00:00Z', false)
  expect(timeText(nextSettlementAt(merchant))).toBe('2026-03-02T22:00Z')
  runSettlement(merchant, Date.parse('2026-03-02T21:59:59Z'))
  expect(transaction.status).toBe('authorized')
  runSettlement(merchant, Date.parse('2026-03-02T22:00:00Z'))
  expect(transaction.status).toBe('authorization_expired')
})

test('what was declined or voided has no night before it', () => {
  const merchant = givenMerchant()
  charged(merchant, '2026-01-31T12:00:00Z', true, 200_000)
  charged(merchant, '2026-01-31T12:00:00Z').status = 'voided'
  expect(nextSettlementAt(merchant)).toBeNull()
})

test('a copy of the merchant goes on where the original was', () => {
  const merchant = givenMerchant()
  charged(merchant, '2026-01-31T12:00:00Z')
  const copy = structuredClone(merchant)
  runSettlement(merchant, Date.parse('2026-02-01T00:00:00Z'))
  expect(timeText(nextSettlementAt(copy))).toBe('2026-01-31T22:00Z')
})
