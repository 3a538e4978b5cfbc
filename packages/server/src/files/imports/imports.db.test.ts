import { expect, test } from 'vitest'
import { makeImporter } from '../../testing/imports/importer.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const importer = makeImporter(service)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const { now } = service.clock
const iso = (ms: number) => new Date(ms).toISOString()

const users = `accountId,id,email,firstName,lastName,referralCode
acct_bob,user_bob,bob@example.com,Bob,Baker,bob-42
acct_ann,user_ann,ann@example.com,"Ann, ""the"" first",Archer,ANNA
acct_eve,user_eve,,,,
`

test('users keep their codes, and the same file again changes nothing', async () => {
  const first = await importer.run('users', users, '&fileName=Käufer%202026.csv')
  expect(first).toMatchObject({ fileName: 'Käufer 2026.csv' })
  expect(first).toMatchObject({ state: 'DONE', rows: 3, created: 3, updated: 0, unchanged: 0, rejected: 0 })
  const { body: bob } = await service.call('GET', '/account/acct_bob/user/user_bob')
  expect(bob).toMatchObject({ referralCode: 'BOB-42', email: 'bob@example.com', lastName: 'Baker' })
  const { body: ann } = await service.call('GET', '/account/acct_ann/user/user_ann')
  expect(ann).toMatchObject({ referralCode: 'ANNA', firstName: 'Ann, "the" first' })
  const before = await importer.records()
  const again = await importer.run('users', users)
  expect(again).toMatchObject({ rows: 3, created: 0, updated: 0, unchanged: 3, rejected: 0, fileName: null })
  expect(await importer.records()).toEqual(before)
  expect((await importer.send('users', users, '&fileName=a%00b')).body.param).toBe('fileName')
})

test('a changed user is updated, and a code of another user is rejected by its line', async () => {
  const changed = users
    .replace('Baker', 'Butcher')
    .replace('acct_eve,user_eve,,,,', 'acct_eve,user_eve,,,,Anna')
  expect(await importer.run('users', changed)).toMatchObject({ updated: 1, unchanged: 1, rejected: 1 })
  expect(await importer.errors()).toEqual([
    expect.objectContaining({ line: 4, field: 'referralCode', code: 'CODE_TAKEN' }),
  ])
})

test('a referral that converted gives both sides the months that are left of the terms of the program', async () => {
  const [started, converted] = [now - 100 * DAY_MS, now - 90 * DAY_MS]
  const rows = `referralCode,referredAccountId,status,dateReferralStarted,dateConverted,dateReferralEnded
BOB-42,acct_friend,CONVERTED,${started},${iso(converted)},
`
  expect(await importer.run('referrals', rows)).toMatchObject({ state: 'DONE', created: 1, rejected: 0 })
  const { body } = await service.call('GET', '/referrals?referredAccountId=acct_friend')
  const [referral] = body.referrals as Record<string, Record<string, unknown>>[]
  expect(referral).toMatchObject({
    status: 'CONVERTED',
    referringAccountId: 'acct_bob',
    dateReferralStarted: started,
    dateConverted: converted,
    dateReferralEnded: null,
    referrerReward: { statuses: ['AVAILABLE'], dateGiven: converted },
    referredReward: { statuses: ['AVAILABLE'] },
  })
  const twelveMonths = new Date(converted)
  twelveMonths.setUTCFullYear(twelveMonths.getUTCFullYear() + 1)
  expect(referral?.referrerReward).toMatchObject({ dateExpires: twelveMonths.getTime() })
  const { body: reward } = await service.call('GET', '/account/acct_friend/reward')
  expect(reward).toMatchObject({ discountPercentage: 10, referredDiscountPercent: 10 })
  const { body: timeline } = await service.call('GET', '/account/acct_friend/timeline')
  expect(
    (timeline.events as Record<string, unknown>[]).map(({ type, actor, date }) => [type, actor, date]),
  ).toEqual([
    ['referral.converted', 'import', converted],
    ['reward.created', 'import', started],
    ['referral.started', 'import', started],
  ])
})

test('imported events are on the timeline, and not in the feed', async () => {
  await service.call('POST', '/user', { body: { accountId: 'acct_live', id: 'user' } })
  await importer.work()
  const { body } = await service.call('GET', '/events?limit=1000')
  expect((body.events as { type: string }[]).map(({ type }) => type)).toEqual(['user.created'])
  const { body: timeline } = await service.call('GET', '/account/acct_bob/timeline')
  expect((timeline.events as { actor: string }[]).every(({ actor }) => actor === 'import')).toBe(true)
})

test('a dry run names every bad row and stores nothing', async () => {
  const rows = `referralCode,referredAccountId,status,dateReferralStarted,dateConverted,dateReferralEnded
BOB-42,acct_dry,IN_PROGRESS,${now - DAY_MS},,
NOBODY,acct_dry2,IN_PROGRESS,${now - DAY_MS},,
BOB-42,acct_bob,IN_PROGRESS,${now - DAY_MS},,
ANNA,acct_friend,IN_PROGRESS,${now - DAY_MS},,
ANNA,acct_dry,IN_PROGRESS,${now - DAY_MS},,
BOB-42,acct_dry,IN_PROGRESS,${now - DAY_MS},,
BOB-42,acct_dry3,CONVERTED,${now - DAY_MS},,
BOB-42,acct_dry3,IN_PROGRESS,yesterday,,
BOB-42,acct_dry3,IN_PROGRESS,${now + DAY_MS},,
BOB-42,,IN_PROGRESS,${now - DAY_MS},,
`
  const before = await importer.records()
  expect(await importer.run('referrals', rows, '&dryRun=true')).toMatchObject({
    dryRun: true,
    state: 'DONE',
    rows: 10,
    created: 1,
    unchanged: 1,
    rejected: 8,
  })
  expect(await importer.records()).toEqual(before)
  expect((await importer.errors()).map(({ line, field, code }) => [line, field, code])).toEqual([
    [3, 'referralCode', 'REFERRAL_CODE_NOT_FOUND'],
    [4, 'referralCode', 'SELF_REFERRAL'],
    [5, 'referralCode', 'ALREADY_REFERRED'],
    [6, 'referralCode', 'ALREADY_REFERRED'],
    [8, 'dateConverted', 'VALIDATION_FAILED'],
    [9, 'dateReferralStarted', 'VALIDATION_FAILED'],
    [10, 'dateReferralStarted', 'VALIDATION_FAILED'],
    [11, 'referredAccountId', 'VALIDATION_FAILED'],
  ])
})

test('a balance becomes a credit with its expiry once, and another amount is rejected', async () => {
  const rows = (amount: number) => `accountId,unit,amount,dateExpires
acct_bob,EUR,${amount},${iso(now + 30 * DAY_MS)}
acct_ann,COFFEE,3,
acct_ann,COFFEE,3,
acct_none,EUR,100,
`
  expect(await importer.run('balances', rows(1250))).toMatchObject({ created: 2, unchanged: 1, rejected: 1 })
  expect(await importer.errors()).toMatchObject([{ line: 5, field: 'accountId', code: 'ACCOUNT_NOT_FOUND' }])
  const { body } = await service.call('GET', '/account/acct_bob/reward')
  expect(body.credits).toEqual([{ unit: 'EUR', available: 1250 }])
  expect(await importer.run('balances', rows(1250))).toMatchObject({ created: 0, unchanged: 3, rejected: 1 })
  expect(await importer.run('balances', rows(900))).toMatchObject({ created: 0, unchanged: 2, rejected: 2 })
  expect(await importer.errors()).toMatchObject([
    { line: 2, field: 'amount', code: 'BALANCE_DIFFERS' },
    { line: 5 },
  ])
})
