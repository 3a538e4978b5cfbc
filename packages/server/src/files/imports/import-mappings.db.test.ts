import { expect, test } from 'vitest'
import { makeImporter } from '../../testing/imports/importer.ts'
import { startTestService } from '../../testing/test-service.ts'

// Files with the columns that docs/guides/moving-in.md quotes from the documentation of each product.

const service = await startTestService()
const importer = makeImporter(service)
const { now } = service.clock
const DAY_MS = 24 * 3_600_000
const ndjson = { type: 'application/x-ndjson' }

/** Midnight UTC, so many days ago. */
const daysAgo = (days: number) => Math.floor(now / DAY_MS - days) * DAY_MS
const iso = (ms: number) => new Date(ms).toISOString()
const day = (ms: number) => iso(ms).slice(0, 10)
const lines = (...rows: readonly unknown[]) => rows.map((it) => JSON.stringify(it)).join('\n')

async function user(accountId: string, id: string): Promise<unknown> {
  const path = `/account/${encodeURIComponent(accountId)}/user/${encodeURIComponent(id)}`
  return (await service.call('GET', path)).body
}

/** An account's code, status and three dates in its referral. */
async function referralOf(accountId: string): Promise<unknown> {
  const { body } = await service.call('GET', `/referrals?referredAccountId=${encodeURIComponent(accountId)}`)
  return (body.referrals as Record<string, unknown>[]).map((it) => [
    it.referralCodeUsed,
    it.status,
    it.dateReferralStarted,
    it.dateConverted,
    it.dateReferralEnded,
  ])
}

async function errors(): Promise<readonly unknown[]> {
  return (await importer.errors()).map(({ line, field }) => [line, field])
}

test('FirstPromoter: promoters and referrals as its API and its webhooks have them, or as columns of the same names', async () => {
  const promoters = lines(
    {
      id: 1,
      cust_id: 'fp_grace',
      email: 'grace@example.com',
      default_ref_id: 'grace10',
      profile: { first_name: 'Grace', last_name: 'Hopper' },
    },
    {
      id: 2,
      cust_id: null,
      email: 'linus@example.com',
      default_ref_id: 'linus',
      profile: { first_name: 'Linus', last_name: '' },
    },
  )
  expect(await importer.run('users', promoters, '&mapping=firstpromoter', ndjson)).toMatchObject({
    mapping: 'firstpromoter',
    created: 2,
    rejected: 0,
  })
  expect(await user('fp_grace', 'fp_grace')).toMatchObject({
    email: 'grace@example.com',
    firstName: 'Grace',
    lastName: 'Hopper',
    referralCode: 'GRACE10',
  })
  // Without an ID of the merchant the e-mail address is the ID.
  expect(await user('linus@example.com', 'linus@example.com')).toMatchObject({ referralCode: 'LINUS' })

  const dates = { created_at: iso(daysAgo(90)), customer_since: null, cancelled_at: null }
  const referral = (state: string, more = {}) => ({
    promotion: { ref_id: 'grace10' },
    uid: `fp_${state}`,
    state,
    ...dates,
    ...more,
  })
  const referrals = lines(
    referral('subscribed'),
    referral('signup'),
    referral('pending'),
    referral('active', { customer_since: iso(daysAgo(80)) }),
    referral('cancelled', { customer_since: iso(daysAgo(80)), cancelled_at: iso(daysAgo(10)) }),
    referral('refunded', { customer_since: iso(daysAgo(80)), cancelled_at: iso(daysAgo(79)) }),
    referral('denied'),
    referral('moved'),
    { ...referral('refunded', { customer_since: iso(daysAgo(80)) }), uid: 'fp_open' },
    referral('deleted'),
  )
  expect(await importer.run('referrals', referrals, '&mapping=firstpromoter', ndjson)).toMatchObject({
    created: 6,
    rejected: 4,
  })
  expect(await errors()).toEqual([
    [7, 'status'],
    [8, 'status'],
    [9, 'dateReferralEnded'],
    [10, 'status'],
  ])
  const started = daysAgo(90)
  for (const state of ['subscribed', 'signup', 'pending']) {
    expect(await referralOf(`fp_${state}`)).toEqual([['GRACE10', 'IN_PROGRESS', started, null, null]])
  }
  const converted = daysAgo(80)
  expect(await referralOf('fp_active')).toEqual([['GRACE10', 'CONVERTED', started, converted, null]])
  expect(await referralOf('fp_cancelled')).toEqual([['GRACE10', 'ENDED', started, converted, daysAgo(10)]])
  expect(await referralOf('fp_refunded')).toEqual([['GRACE10', 'ENDED', started, converted, daysAgo(79)]])

  // The rows as CSV change nothing.
  const csv = `cust_id,email,profile.first_name,profile.last_name,default_ref_id,balance
fp_grace,grace@example.com,Grace,Hopper,grace10,12
`
  expect(await importer.run('users', csv, '&mapping=firstpromoter')).toMatchObject({ unchanged: 1 })
  const csvReferrals = `promotion.ref_id,uid,state,created_at,customer_since,cancelled_at
grace10,fp_active,active,${iso(daysAgo(90))},${iso(daysAgo(80))},
`
  expect(await importer.run('referrals', csvReferrals, '&mapping=firstpromoter')).toMatchObject({
    unchanged: 1,
  })
})

test.each([
  ['first_name,last_name,email', 'lower'],
  ['First Name,Last Name,Email', 'upper'],
])(
  'ReferralCandy: customers under the header %s, with codes in a column that was added',
  async (header, name) => {
    const file = `accountId,userId,${header},referralCode
rc_${name},rc_${name}_user,Ada,Lovelace,${name}@example.com,rc-${name}
,,Bob,,bob-${name}@example.com,
`
    expect(await importer.run('users', file, '&mapping=referralcandy')).toMatchObject({
      created: 2,
      rejected: 0,
    })
    expect(await user(`rc_${name}`, `rc_${name}_user`)).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: `${name}@example.com`,
      referralCode: `RC-${name.toUpperCase()}`,
    })
    const email = `bob-${name}@example.com`
    expect(await user(email, email)).toMatchObject({ email, firstName: 'Bob', lastName: null })
  },
)

test('SaaSquatch: the files of its portal', async () => {
  const users = `User ID,Account ID,First Name,Last Name,Email,Referral Code,Date Created
sq_ada,sq_account,Ada,Lovelace,sq_ada@example.com,SQ-ADA,2025-01-01
sq_bob,sq_account,Bob,,,,2025-01-02
`
  expect(await importer.run('users', users, '&mapping=saasquatch')).toMatchObject({ created: 2, rejected: 0 })
  expect(await user('sq_account', 'sq_ada')).toMatchObject({
    email: 'sq_ada@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
    referralCode: 'SQ-ADA',
  })
  const referrals = `Referring User - Account ID,Referring User - User ID,Referred User - Account ID,dateReferralStarted,dateConverted,dateReferralEnded
sq_account,sq_ada,sq_started,${daysAgo(50)},,
sq_account,sq_ada,sq_converted,${daysAgo(50)},${day(daysAgo(40))},
sq_account,sq_ada,sq_ended,${daysAgo(50)},${daysAgo(40)},${daysAgo(30)}
sq_account,sq_nobody,sq_unknown,${daysAgo(50)},,
`
  expect(await importer.run('referrals', referrals, '&mapping=saasquatch')).toMatchObject({
    created: 3,
    rejected: 1,
  })
  expect(await errors()).toEqual([[5, 'referringUserId']])
  const started = daysAgo(50)
  expect(await referralOf('sq_started')).toEqual([['SQ-ADA', 'IN_PROGRESS', started, null, null]])
  expect(await referralOf('sq_converted')).toEqual([['SQ-ADA', 'CONVERTED', started, daysAgo(40), null]])
  expect(await referralOf('sq_ended')).toEqual([['SQ-ADA', 'ENDED', started, daysAgo(40), daysAgo(30)]])
})

test('SaaSquatch: exports of its API, with balances of which only credit is imported', async () => {
  const users = lines({
    accountId: 'api_account',
    id: 'api_ada',
    email: 'api_ada@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
    referralCode: 'API-ADA',
    imageUrl: null,
  })
  expect(await importer.run('users', users, '&mapping=saasquatch', ndjson)).toMatchObject({ created: 1 })
  expect(await user('api_account', 'api_ada')).toMatchObject({
    lastName: 'Lovelace',
    referralCode: 'API-ADA',
  })
  const referral = { referrerAccount: 'api_account', referrerUser: 'api_ada', referredUser: 'friend' }
  const referrals = lines({
    ...referral,
    referredAccount: 'api_friend',
    dateReferralStarted: daysAgo(50),
    dateConverted: daysAgo(40),
    dateReferralEnded: null,
  })
  expect(await importer.run('referrals', referrals, '&mapping=saasquatch', ndjson)).toMatchObject({
    created: 1,
  })
  expect(await referralOf('api_friend')).toEqual([['API-ADA', 'CONVERTED', daysAgo(50), daysAgo(40), null]])
  const balances = lines(
    { accountId: 'api_account', userId: 'api_ada', type: 'CREDIT', unit: 'EUR', amount: 1250 },
    { accountId: 'api_account', userId: 'api_ada', type: 'PCT_DISCOUNT', unit: '%', amount: 10 },
    { accountId: 'api_account', userId: 'api_ada', type: 'CREDIT', unit: 'COFFEE', amount: '3' },
  )
  expect(await importer.run('balances', balances, '&mapping=saasquatch', ndjson)).toMatchObject({
    created: 2,
    rejected: 1,
  })
  expect((await importer.errors()).map(({ line, message }) => [line, message])).toEqual([
    [2, 'Only rows whose type is CREDIT can be imported.'],
  ])
  const { body } = await service.call('GET', '/account/api_account/reward')
  expect(body.credits).toEqual(
    expect.arrayContaining([
      { unit: 'EUR', available: 1250 },
      { unit: 'COFFEE', available: 3 },
    ]),
  )
  expect(await importer.run('balances', balances, '&mapping=saasquatch', ndjson)).toMatchObject({
    unchanged: 2,
  })
})

test.each([
  ['rewardful', 'balances'],
  ['firstpromoter', 'balances'],
  ['referralcandy', 'referrals'],
  ['referralcandy', 'balances'],
])('%s has no mapping for %s: 400 that says what to do', async (mapping, kind) => {
  const before = await service.rows()
  const { status, body } = await importer.send(kind, 'accountId\na\n', `&mapping=${mapping}`)
  expect([status, body.apiErrorCode, body.param]).toEqual([400, 'VALIDATION_FAILED', 'mapping'])
  expect(body.message).toContain('Rename the columns')
  expect(await service.rows()).toEqual(before)
})
