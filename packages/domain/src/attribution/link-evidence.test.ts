import { describe, expect, test } from 'vitest'
import { type Channel, channelAt } from '../referrals/channel.ts'
import type { AttributeCommand, Call, RecordCommand } from '../referrals/command.ts'
import type { ReferralCode } from '../referrals/referral-code.ts'
import { browser, byHand, code, cookie, paid, server, user } from '../testing/calls.ts'
import { START, TestTenant, textOf } from '../testing/test-tenant.ts'
import type { UserId } from '../values/ids.ts'

/** A page that names a code and has another one, or the same, in the cookie. */
const codeAndCookie = (explicit: string, inCookie: string): AttributeCommand => ({
  kind: 'attribute',
  evidence: 'explicit',
  code: explicit as ReferralCode,
  cookie: inCookie as ReferralCode,
  userId: 'b' as UserId,
})
const coupon: AttributeCommand = { kind: 'attribute', evidence: 'coupon', code: 'ADA' as ReferralCode }
const imported: RecordCommand = {
  kind: 'record',
  code: 'ADA' as ReferralCode,
  startedAt: START - 2,
  convertedAt: START - 1,
  endedAt: null,
}
const visit = browser(user('b'), cookie('ADA', 'b'))

const stories: readonly (readonly [string, Channel, readonly Call[]])[] = [
  ['the tracking cookie attributes the account', 'LINK', [visit]],
  ['a code that the server sends', 'CODE', [server(code('ADA'))]],
  ['a code that the page names', 'CODE', [browser(user('b'), code('ADA'))]],
  [
    'a code that the page names and has in its cookie',
    'LINK',
    [browser(user('b'), codeAndCookie('ADA', 'ADA'))],
  ],
  [
    'a code that the page names, with another one in its cookie',
    'CODE',
    [browser(user('b'), codeAndCookie('ADA', 'EVE'))],
  ],
  ['a code in the coupon field', 'COUPON', [server(coupon)]],
  ['a code in the coupon field, then the page with the cookie', 'LINK', [server(coupon), visit]],
  ['a code that the server sends, then the page with the cookie', 'LINK', [server(code('ADA')), visit]],
  [
    'a user whom the server created, then the page with the cookie',
    'LINK',
    [server(user('b'), code('ADA')), visit],
  ],
  [
    'a page that names the same code and has it in its cookie',
    'LINK',
    [server(code('ADA')), browser(user('b'), codeAndCookie('ADA', 'ADA'))],
  ],
  [
    'the page with the cookie of another code',
    'CODE',
    [server(code('ADA')), browser(user('b'), cookie('EVE', 'b'))],
  ],
  ['the page without a cookie, and later with it', 'CODE', [server(code('ADA')), browser(user('b')), visit]],
  [
    'another user of the account, later',
    'CODE',
    [server(code('ADA')), browser(user('b')), browser(user('c'), cookie('ADA', 'c'))],
  ],
  [
    'a cookie that came too late to attribute, then the server',
    'LINK',
    [browser(user('b')), visit, server(code('ADA'))],
  ],
  ['by hand, then the page with the cookie', 'MANUAL', [server(byHand('ADA')), visit]],
  ['an import, then the page with the cookie', 'IMPORTED', [server(imported), visit]],
]

test.each(stories)('the channel of %s is %s', (_, channel, calls) => {
  const tenant = new TestTenant()
  for (const call of calls) tenant.track(call)
  expect(channelAt(tenant.referral(), tenant.now)).toBe(channel)
})

describe('the page with the cookie, after the server sent the code', () => {
  test('a page with the cookie, after the server sent the code, is one event, however often the page is loaded', () => {
    const tenant = new TestTenant()
    tenant.track(server(code('ADA')))
    expect(textOf(tenant.track(visit))).toBe('user.created IDENTIFIED, referral.link.seen SHARE_LINK_SEEN')
    expect(textOf(tenant.track(visit))).toBe('')
    expect(textOf(tenant.track(browser(user('c'), cookie('ADA', 'c'))))).toBe('user.created IDENTIFIED')
  })

  test('a page with the cookie changes no reward, no side and no fraud signal', () => {
    const tenant = new TestTenant()
    tenant.track(server(code('ADA'), user('b'), paid))
    const { linkSeenAt: _, ...before } = tenant.referral()
    tenant.track(visit)
    const { linkSeenAt, ...after } = tenant.referral()
    expect(after).toEqual(before)
    expect(linkSeenAt).toBe(START)
  })

  test('a page with the cookie makes the link the channel of what happens from then on, and leaves what happened before to be moved', () => {
    const seen = { channel: 'CODE', linkSeenAt: 5 } as const
    expect([4, 5, 6].map((at) => channelAt(seen, at))).toEqual(['CODE', 'LINK', 'LINK'])
    expect(channelAt({ channel: 'COUPON', linkSeenAt: null }, 6)).toBe('COUPON')
  })
})
