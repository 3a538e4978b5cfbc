import { expect, test } from 'vitest'
import type { Merchant } from '../model/merchant.ts'
import { givenMerchant } from '../testing/given-merchant.ts'
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

test('the journal keeps 20,000 that were delivered, the newest, and all that were not', () => {
  const merchant = givenMerchant()
  const lost = add(merchant, 0)
  lost.status = 'given_up'
  lost.dueAt = null
  for (let n = 1; n < 22_000; n += 1) {
    const each = add(merchant, n)
    each.status = 'delivered'
    each.dueAt = null
  }
  const waiting = add(merchant, 22_000)
  expect(merchant.notifications.length).toBeLessThan(21_100)
  expect(merchant.notifications[0]).toBe(lost)
  expect(merchant.notifications.at(-1)).toBe(waiting)
  expect(merchant.notifications.filter((it) => it.status === 'delivered').length).toBeGreaterThanOrEqual(
    20_000,
  )
  expect(merchant.notifications[1]?.createdAt).toBeGreaterThan(900)
}, 120_000)

function add(merchant: Merchant, now: number, xml = '<a/>') {
  return addToJournal(
    merchant,
    { kind: 'check', destinationId: 'there', subscriptionId: null, xml: Buffer.from(xml) },
    now,
  )
}
