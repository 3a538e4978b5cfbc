import { expect, test } from 'vitest'
import { browser, choice, code, server, serverOf, user, verified } from '../testing/calls.ts'
import { TestTenant, textOf } from '../testing/test-tenant.ts'
import type { Call } from './command.ts'

const KNOWN = 'user.created IDENTIFIED'
const TAKEN = 'refused CODE_TAKEN'

/** The outcome of each call, and at the end the code of the account's first user. */
test.each<readonly [story: string, calls: readonly (readonly [Call, string])[], code: string | undefined]>([
  ['a newcomer chooses a code', [[server(choice('b', 'BEE')), KNOWN]], 'BEE'],
  [
    'a known user changes the code',
    [
      [server(user('b')), KNOWN],
      [server(choice('b', 'BEE')), ''],
    ],
    'BEE',
  ],
  [
    'leaving the code out keeps it',
    [
      [server(choice('b', 'BEE')), KNOWN],
      [server(user('b', { firstName: 'Bob' })), ''],
    ],
    'BEE',
  ],
  [
    'the own code may be chosen again, and an older one as well',
    [
      [server(choice('b', 'BEE')), KNOWN],
      [server(choice('b', 'BEE')), ''],
      [server(choice('b', 'BOBBY')), ''],
      [server(choice('b', 'BEE')), ''],
    ],
    'BEE',
  ],
  ['a code of another account is taken', [[server(choice('b', 'ADA')), TAKEN]], undefined],
  ['a code that was switched off is taken', [[server(choice('b', 'OFF')), TAKEN]], undefined],
  [
    'a code of another user of the account is taken, and nothing of the call is kept',
    [
      [server(choice('b', 'BEE')), KNOWN],
      [server(choice('c', 'BEE')), TAKEN],
    ],
    'BEE',
  ],
  ['a page cannot choose', [[browser(choice('b', 'BEE')), KNOWN]], 'NEW_B'],
  ['a page is not refused over a code', [[browser(choice('b', 'ADA')), KNOWN]], 'NEW_B'],
  ['a signed page chooses', [[browser(verified(choice('b', 'BEE'))), KNOWN]], 'BEE'],
  [
    'a signed page is not refused over a code: it keeps its own',
    [[browser(verified(choice('b', 'ADA'))), KNOWN]],
    'NEW_B',
  ],
])('a user has the right code: %s', (_story, calls, expected) => {
  const alone = new TestTenant()
  expect(calls.map(([call]) => textOf(alone.track(call)))).toEqual(calls.map(([, outcome]) => outcome))
  const together = new TestTenant()
  together.trackAll(calls.map(([call]) => call))
  for (const it of [alone, together]) expect(it.account().users[0]?.code).toBe(expected)
})

test('the first of two users of a list who choose one code gets it', () => {
  const tenant = new TestTenant({}, ['bob', 'cyd'])
  const calls = [server(choice('b', 'BEE')), serverOf('cyd', choice('c', 'BEE')), server(choice('b', 'BEE'))]
  expect(tenant.trackAll(calls).decisions.map(textOf)).toEqual([KNOWN, TAKEN, ''])
  expect(tenant.account('cyd').users).toEqual([])
})

test('a code that was chosen or given in a list works for the calls that follow', () => {
  const tenant = new TestTenant({}, ['bob', 'cyd', 'dan'])
  tenant.trackAll([
    server(choice('b', 'BEE')),
    serverOf('cyd', code('BEE')),
    browser(user('c')),
    serverOf('dan', code('NEW_C')),
  ])
  expect(tenant.referral('cyd').referrer).toEqual({
    accountKey: 'key of bob',
    accountId: 'bob',
    userKey: 'key of b',
    userId: 'b',
  })
  expect(tenant.referral('dan').referrer.userId).toBe('c')
})

test('a code that was chosen in a list is the account’s own', () => {
  const tenant = new TestTenant()
  const { decisions } = tenant.trackAll([server(choice('b', 'BEE')), server(code('BEE'))])
  expect(decisions.map(textOf)).toEqual([KNOWN, 'refused SELF_REFERRAL'])
})
