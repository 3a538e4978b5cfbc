import { expect, test } from 'vitest'
import type { Account } from '../model/account.ts'
import { givenAccount } from '../testing/given-account.ts'
import { journalOf } from '../testing/journal-of.ts'
import { addToJournal, dueNotifications, nextNotificationAt, takeText, textOf } from './journal.ts'

test('a notification is due when it is written, and can be read', () => {
  const account = givenAccount()
  const first = add(account, 1_000, '<first>ü</first>')
  add(account, 2_000)
  expect(nextNotificationAt(account)).toBe(1_000)
  expect(dueNotifications(account, () => 1_999)).toEqual([first])
  expect([takeText(first), takeText(first), textOf(first)].map(String)).toEqual(
    Array(3).fill('<first>ü</first>'),
  )
})

test('the journal keeps the newest 5,000 that are done with, and all that wait', () => {
  const account = givenAccount()
  const waiting = add(account, 0)
  for (let n = 1; n < 7_000; n += 1) {
    const each = add(account, n)
    each.status = n % 2 === 0 ? 'delivered' : 'given_up'
    each.dueAt = null
  }
  const [first, second] = journalOf(account)
  expect(journalOf(account).length).toBeLessThan(5_501)
  expect(journalOf(account).length).toBeGreaterThanOrEqual(5_000)
  expect(first).toBe(waiting)
  expect(second?.createdAt).toBeGreaterThan(1_400)
  expect(nextNotificationAt(account)).toBe(0)
}, 120_000)

function add(account: Account, now: number, text = '<a/>') {
  return addToJournal(
    account,
    { kind: 'check', destinationId: 'there', subscriptionId: null, text: Buffer.from(text) },
    now,
  )
}
