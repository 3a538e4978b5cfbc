import { expect, test } from 'vitest'
import type { Merchant } from '../model/merchant.ts'
import { givenMerchant } from '../testing/given-merchant.ts'
import { journalOf } from '../testing/journal-of.ts'
import { addToJournal, dueNotifications, nextNotificationAt, takeXml, xmlOf } from './journal.ts'

test('a notification is due when it is written, and can be read', () => {
  const merchant = givenMerchant()
  const first = add(merchant, 1_000, '<first>ü</first>')
  add(merchant, 2_000)
  expect(nextNotificationAt(merchant)).toBe(1_000)
  expect(dueNotifications(merchant, 1_999)).toEqual([first])
  expect([takeXml(first), takeXml(first), xmlOf(first)].map(String)).toEqual(
    Array(3).fill('<first>ü</first>'),
  )
})

test('the journal keeps the newest 5,000 that are done with, and all that wait', () => {
  const merchant = givenMerchant()
  const waiting = add(merchant, 0)
  for (let n = 1; n < 7_000; n += 1) {
    const each = add(merchant, n)
    each.status = n % 2 === 0 ? 'delivered' : 'given_up'
    each.dueAt = null
  }
  const [first, second] = journalOf(merchant)
  expect(journalOf(merchant).length).toBeLessThan(5_501)
  expect(journalOf(merchant).length).toBeGreaterThanOrEqual(5_000)
  expect(first).toBe(waiting)
  expect(second?.createdAt).toBeGreaterThan(1_400)
  expect(nextNotificationAt(merchant)).toBe(0)
}, 120_000)

function add(merchant: Merchant, now: number, xml = '<a/>') {
  return addToJournal(
    merchant,
    { kind: 'check', destinationId: 'there', subscriptionId: null, xml: Buffer.from(xml) },
    now,
  )
}
