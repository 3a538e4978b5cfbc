import { describe, expect, test } from 'vitest'
import type { Program } from '../program/program.ts'
import type { Call, Command } from '../referrals/command.ts'
import {
  browser,
  cancelled,
  code,
  customer,
  paid,
  server,
  serverOf,
  trial,
  user,
  verified,
} from '../testing/calls.ts'
import { TestTenant, textOf } from '../testing/test-tenant.ts'

const known = { email: 'b@example.com', firstName: 'Bob', lastName: 'Bee' }
const other = { email: 'x@example.com', firstName: 'Rob', lastName: 'Ex' }
const signed = (...commands: readonly Command[]): Call => browser(...commands)

describe('users of signed pages', () => {
  test.each([
    ['the server', server(user('b', known))],
    ['a page', browser(user('b', known))],
    ['a signed page', signed(verified(user('b', known)))],
  ])('a signed page overwrites what %s said of a user', (_story, call) => {
    const tenant = new TestTenant()
    tenant.track(call)
    tenant.track(signed(verified(user('b', other))))
    expect(tenant.account().users).toMatchObject([{ id: 'b', ...other }])
    tenant.track(signed(verified(user('b', { email: 'y@example.com' }))))
    expect(tenant.account().users).toMatchObject([{ ...other, email: 'y@example.com' }])
  })

  test('a user is not overwritten by what a signed page does not sign', () => {
    const tenant = new TestTenant()
    tenant.track(signed(verified(user('b', { email: 'b@example.com' })), user('b', other)))
    expect(tenant.account().users).toMatchObject([{ ...other, email: 'b@example.com' }])
  })

  test('a signed page marks the user as identified by a page', () => {
    const tenant = new TestTenant()
    tenant.track(signed(verified(user('b'))))
    expect(tenant.account().users[0]?.browserSeenAt).toBe(tenant.now)
  })
})

test.each<readonly [story: string, calls: readonly Call[], providerId: string | null, claim: string | null]>([
  ['binds', [signed(verified(customer('c1')))], 'c1', null],
  ['confirms a claim', [browser(customer('c1')), signed(verified(customer('c1')))], 'c1', 'c1'],
  ['binds beside another claim', [browser(customer('c1')), signed(verified(customer('c2')))], 'c2', 'c1'],
  ['does not bind a second time', [server(customer('c1')), signed(verified(customer('c2')))], 'c1', null],
  [
    'only claims what is another’s',
    [serverOf('ada', customer('c1')), signed(verified(customer('c1')))],
    null,
    'c1',
  ],
])('a signed page that names a customer is never refused, and %s', (_story, calls, providerId, claim) => {
  const tenant = new TestTenant()
  for (const call of calls) expect(tenant.track(call).kind).toBe('accepted')
  expect(tenant.account()).toMatchObject({ providerId, claimedProviderId: claim })
})

test('a server is refused the customer that a signed page bound to another account', () => {
  const tenant = new TestTenant()
  const { decisions } = tenant.trackAll([signed(verified(customer('c1'))), serverOf('ada', customer('c1'))])
  expect(decisions.map(textOf)).toEqual(['', 'refused PROVIDER_ID_TAKEN'])
})

test('a binding that names the referrer’s customer is seen by the rules, even when it stays a claim', () => {
  const tenant = new TestTenant()
  tenant.track(serverOf('ada', customer('c1')))
  tenant.track(server(code('ADA')))
  expect(textOf(tenant.track(signed(verified(customer('c1')))))).toContain(
    'referral.flagged SAME_PROCESSOR_CUSTOMER',
  )
})

test.each(['NOBODY', 'OFF', 'OLD', 'BOB', null])('a signed page is not refused over the code %s', (text) => {
  const tenant = new TestTenant()
  const decision = tenant.track(signed(verified(user('b')), code(text), verified(paid)))
  expect(textOf(decision)).toMatch(
    /^user.created IDENTIFIED, attribution.skipped \S+, account.closed EXISTING_CUSTOMER$/,
  )
})

describe('a payment that a page reports', () => {
  const started = (program: Partial<Program>) => {
    const tenant = new TestTenant(program)
    tenant.track(browser(user('b'), code('ADA')))
    return tenant
  }
  const CONVERTED = 'referral.converted FIRST_PAYMENT, reward.created CONVERTED'

  test.each([
    [true, verified(paid), CONVERTED],
    [true, paid, 'conversion.skipped SIGNATURE_REQUIRED'],
    [false, verified(paid), CONVERTED],
    [false, paid, CONVERTED],
  ])(
    'the signature decides about the payment that a page reports: %s, %o',
    (requireSignedIdentification, command, text) => {
      expect(textOf(started({ requireSignedIdentification }).track(browser(command)))).toBe(text)
    },
  )

  test('a payment that a page reports converts once when it is reported signed after it was reported unsigned', () => {
    const tenant = started({ requireSignedIdentification: true })
    const results = [paid, verified(paid), verified(paid), paid].map((it) =>
      textOf(tenant.track(browser(it))),
    )
    expect(results).toEqual(['conversion.skipped SIGNATURE_REQUIRED', CONVERTED, '', ''])
  })

  test.each([trial, cancelled])(
    'a payment that a page reports counts with no other status, signed or not: %o',
    (command) => {
      const tenant = started({})
      const before = tenant.account()
      expect(textOf(tenant.track(browser(verified(command))))).toBe('')
      expect(tenant.account()).toBe(before)
    },
  )
})
