import { expect, test } from 'vitest'
import type { Account } from '../referrals/account.ts'
import type { Call } from '../referrals/command.ts'
import {
  browser,
  browserOf,
  code,
  cookie,
  customer,
  paid,
  server,
  serverOf,
  subscription,
  trial,
  user,
  verified,
} from '../testing/calls.ts'
import { TestTenant, textOf } from '../testing/test-tenant.ts'
import { type Known, repeatsTheKnown } from './identification.ts'

type Fields = Parameters<typeof user>[1]
type Stored = { readonly [Field in keyof NonNullable<Fields>]?: string | null }

const full: Fields = { email: 'b@example.com', firstName: 'Bob', lastName: 'Bee' }
const other: Fields = { email: 'x@example.com', firstName: 'Rob', lastName: 'Ex' }

test.each<readonly [story: string, calls: readonly Call[], person: Stored]>([
  ['a page fills what is empty of a user of pages', [browser(user('b')), browser(user('b', full))], full],
  [
    'a page fills only what is empty of a user of pages',
    [browser(user('b', { firstName: 'Bob' })), browser(user('b', other))],
    { ...other, firstName: 'Bob' },
  ],
  [
    'a page fills no name of a user whom the server has named',
    [server(user('b')), browser(user('b', full))],
    { email: 'b@example.com', firstName: null, lastName: null },
  ],
  [
    'a signed page fills an empty name of a user whom the server has named',
    [server(user('b')), browser(verified(user('b')), user('b', full))],
    full,
  ],
  ['a page overwrites nothing', [server(user('b', full)), browser(user('b', other))], full],
  [
    'a page does not even overwrite what a page said',
    [browser(user('b', full)), browser(user('b', other))],
    full,
  ],
  ['the server overwrites', [browser(user('b', full)), server(user('b', other))], other],
  [
    'the server overwrites what it names',
    [server(user('b', full)), server(user('b', { email: 'x@example.com' }))],
    { ...full, email: 'x@example.com' },
  ],
  ['leaving fields out empties none', [server(user('b', full)), server(user('b'))], full],
  [
    'a page alone does not choose the language of e-mails',
    [browser(user('b', { locale: 'fr' }))],
    { locale: null },
  ],
  [
    'a signed page tells the language of e-mails where none is known',
    [
      browser(verified(user('b')), user('b', { locale: 'fr' })),
      browser(verified(user('b')), user('b', { locale: 'de' })),
    ],
    { locale: 'fr' },
  ],
  [
    'the server chooses another language of e-mails than the page',
    [browser(verified(user('b')), user('b', { locale: 'fr' })), server(user('b', { locale: 'de' }))],
    { locale: 'de' },
  ],
])('users are stored as their source allows: %s', (_story, calls, person) => {
  const tenant = new TestTenant()
  for (const call of calls) tenant.track(call)
  expect(tenant.account().users).toMatchObject([{ id: 'b', ...person }])
})

test('a user keeps the key and the code of the first identification', () => {
  const tenant = new TestTenant()
  tenant.track(server(user('b')))
  const [first] = tenant.account().users
  const again = user('b', { firstName: 'Bob' })
  tenant.track(server({ ...again, newcomer: user('other').newcomer }))
  expect(tenant.account().users).toEqual([{ ...first, firstName: 'Bob' }])
})

test('users stand in the order in which they became known', () => {
  const tenant = new TestTenant()
  for (const id of ['c', 'a', 'b', 'a']) tenant.track(browser(user(id)))
  expect(tenant.account().users.map((it) => it.id)).toEqual(['c', 'a', 'b'])
})

test('the first time that a page identified a user is kept, and the server’s word is none', () => {
  const tenant = new TestTenant()
  tenant.track(server(user('b')))
  expect(tenant.account().users[0]?.browserSeenAt).toBeNull()
  tenant.now += 1000
  const seenAt = tenant.now
  tenant.track(browser(user('b')))
  tenant.now += 1000
  tenant.track(browser(user('b')))
  expect(tenant.account().users[0]?.browserSeenAt).toBe(seenAt)
})

const TAKEN = 'refused PROVIDER_ID_TAKEN'
type Customer = Pick<Account, 'providerId' | 'claimedProviderId'> | object

test.each<readonly [story: string, calls: readonly (readonly [Call, string])[], customers: Customer]>([
  ['the server binds', [[server(customer('c1')), '']], { providerId: 'c1', claimedProviderId: null }],
  [
    'a customer is bound once',
    [
      [server(customer('c1')), ''],
      [server(customer('c1')), ''],
      [server(customer('c2')), TAKEN],
    ],
    { providerId: 'c1' },
  ],
  [
    'a customer belongs to one account',
    [
      [serverOf('ada', customer('c1')), ''],
      [server(customer('c1')), TAKEN],
    ],
    { providerId: null },
  ],
  ['a page only claims', [[browser(customer('c1')), '']], { providerId: null, claimedProviderId: 'c1' }],
  [
    'a claim does not change another account',
    [
      [browserOf('ada', customer('c1')), ''],
      [browser(customer('c1')), ''],
      [server(customer('c1')), ''],
    ],
    { providerId: 'c1' },
  ],
  [
    'a claim may name another account’s customer: it is only a claim',
    [
      [serverOf('ada', customer('c1')), ''],
      [browser(customer('c1')), ''],
    ],
    { providerId: null, claimedProviderId: 'c1' },
  ],
  [
    'a second claim changes nothing',
    [
      [browser(customer('c1')), ''],
      [browser(customer('c2')), ''],
    ],
    { claimedProviderId: 'c1' },
  ],
  [
    'the server’s word stands beside an older claim',
    [
      [browser(customer('c1')), ''],
      [server(customer('c2')), ''],
    ],
    { providerId: 'c2', claimedProviderId: 'c1' },
  ],
  [
    'a claim after the server’s word changes nothing',
    [
      [server(customer('c1')), ''],
      [browser(customer('c2')), ''],
    ],
    { providerId: 'c1', claimedProviderId: null },
  ],
])('customers are bound as their source allows: %s', (_story, calls, customers) => {
  const tenant = new TestTenant()
  expect(calls.map(([call]) => textOf(tenant.track(call)))).toEqual(calls.map(([, expected]) => expected))
  expect(tenant.account()).toMatchObject(customers)
})

test('the first of two accounts that a list binds to one customer gets it', () => {
  const tenant = new TestTenant()
  const { decisions } = tenant.trackAll([
    server(customer('c1')),
    serverOf('ada', customer('c1'), user('new')),
  ])
  expect(decisions.map(textOf)).toEqual(['', TAKEN])
  expect(tenant.account('ada').users).toHaveLength(1)
})

test.each<readonly [story: string, earlier: readonly Call[], call: Call, isKnown: boolean]>([
  ['a page loaded again', [browser(user('b', full))], browser(user('b', full)), true],
  ['less than is known', [browser(user('b', full))], browser(user('b')), true],
  ['another name for a known person', [browser(user('b', full))], browser(user('b', other)), true],
  ['a field that was empty', [browser(user('b'))], browser(user('b', full)), false],
  ['a new person', [browser(user('b'))], browser(user('c')), false],
  ['a person that only the server named', [server(user('b'))], browser(user('b')), false],
  ['the stored code', [browser(user('b'), code('ADA'))], browser(user('b'), code('ADA')), true],
  ['another code', [browser(user('b'), code('ADA'))], browser(user('b'), code('EVE')), false],
  ['a text that is no code', [browser(user('b'), code(null))], browser(user('b'), code(null)), false],
  [
    'the cookie evaluated before',
    [browser(user('b'), cookie('ADA', 'b'))],
    browser(user('b'), cookie('ADA', 'b')),
    true,
  ],
  ['another cookie', [browser(user('b'), cookie('ADA', 'b'))], browser(user('b'), cookie('EVE', 'b')), false],
  ['the claim made before', [browser(user('b'), customer('c1'))], browser(user('b'), customer('c1')), true],
  ['a first claim', [browser(user('b'))], browser(user('b'), customer('c1')), false],
  ['a payment reported before', [browser(user('b'), paid)], browser(user('b'), paid), true],
  [
    'a signed payment reported before',
    [browser(user('b'), verified(paid))],
    browser(user('b'), verified(paid)),
    true,
  ],
  [
    'a payment that was reported unsigned and is now signed',
    [browser(user('b'), code('ADA'), paid)],
    browser(user('b'), code('ADA'), verified(paid)),
    false,
  ],
  ['a first payment', [browser(user('b'))], browser(user('b'), paid), false],
  ['a status that means nothing from a page', [browser(user('b'))], browser(user('b'), trial), true],
  ['a price', [browser(user('b'))], browser(subscription({ value: 1 })), false],
  ['the server’s word', [server(user('b'))], server(user('b')), false],
])('a call is known as a repeat or not: %s', (_story, earlier, call, isKnown) => {
  const tenant = new TestTenant()
  for (const each of earlier) tenant.track(each)
  const {
    code: referralCode = null,
    unconfirmedAt = null,
    isFromPage = false,
  } = tenant.account().referral ?? {}
  const known: Known = {
    ...tenant.account(),
    referralCode,
    isUnconfirmed: unconfirmedAt !== null,
    isReferralFromPage: isFromPage,
  }
  expect(
    repeatsTheKnown(known, call, {
      unsignedConversions: { mode: 'limit', limit: 3 },
      isProcessorConnected: false,
    }),
  ).toBe(isKnown)
})
