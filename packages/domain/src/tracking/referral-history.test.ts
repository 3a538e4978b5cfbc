import { expect, test } from 'vitest'
import { standingOf } from '../referrals/account.ts'
import type { RecordCommand } from '../referrals/command.ts'
import type { ReferralCode } from '../referrals/referral-code.ts'
import { statusesOf } from '../rewards/reward.ts'
import { block, cancelled, code, paid, server, serverOf, trial, user } from '../testing/calls.ts'
import { START, TestTenant, textOf } from '../testing/test-tenant.ts'
import { addMonths, startOfDay } from '../values/interval.ts'

const DAY_MS = 86_400_000
const ago = (days: number) => START - days * DAY_MS
const [STARTED, CONVERTED, ENDED] = [ago(100), ago(90), ago(10)]

function record(text: string, convertedAt: number | null, endedAt: number | null = null): RecordCommand {
  return { kind: 'record', code: text as ReferralCode, startedAt: STARTED, convertedAt, endedAt }
}

const BEGIN = 'referral.started IMPORTED, reward.created ATTRIBUTED'
const CONVERT = 'referral.converted FIRST_PAYMENT, reward.created CONVERTED'
const END = 'referral.ended SUBSCRIPTION_CANCELLED, reward.cancelled REFERRAL_ENDED'

test.each([
  ['in progress', [record('ADA', null)], 'in progress', BEGIN],
  ['converted, without a user', [record('ADA', CONVERTED)], 'converted', `${BEGIN}, ${CONVERT}`],
  [
    'converted and ended',
    [record('ADA', CONVERTED, ENDED)],
    'ended',
    `${BEGIN}, ${CONVERT}, ${END}, reward.cancelled REFERRAL_ENDED`,
  ],
  ['ended before it converted', [record('ADA', null, ENDED)], 'ended', `${BEGIN}, ${END}`],
  ['the same again', [record('ADA', CONVERTED), record('ADA', CONVERTED)], 'converted', ''],
  ['less than is known', [record('ADA', CONVERTED), record('ADA', null)], 'converted', ''],
  ['a conversion later', [record('ADA', null), record('ADA', CONVERTED)], 'converted', CONVERT],
  [
    'an end later',
    [record('ADA', CONVERTED), record('ADA', CONVERTED, ENDED)],
    'ended',
    `${END}, reward.cancelled REFERRAL_ENDED`,
  ],
  ['another code', [record('ADA', null), record('EVE', null)], 'in progress', 'refused ALREADY_REFERRED'],
  ['an unknown code', [record('NOBODY', null)], 'open', 'refused REFERRAL_CODE_NOT_FOUND'],
  ['the own code', [record('BOB', null)], 'open', 'refused SELF_REFERRAL'],
  ['a code that is disabled since', [record('OFF', null)], 'in progress', BEGIN],
  ['a code that has expired since', [record('OLD', null)], 'in progress', BEGIN],
  ['an account that has paid', [paid, record('ADA', null)], 'closed', 'refused EXISTING_CUSTOMER'],
  ['a blocked account', [block, record('ADA', null)], 'open', 'refused ACCOUNT_BLOCKED'],
  ['an account in its trial', [trial, record('ADA', null)], 'in progress', BEGIN],
  ['what a call began', [code('ADA'), record('ADA', CONVERTED)], 'converted', CONVERT],
] as const)('a record of a referral: %s', (_, commands, standing, outcomes) => {
  const tenant = new TestTenant()
  const decisions = commands.map((it) => tenant.track(server(it)))
  expect(decisions.map(textOf).at(-1)).toBe(outcomes)
  expect(standingOf(tenant.account())).toBe(standing)
})

test('a record of a blocked referrer counts, and the referrer’s reward waits', () => {
  const tenant = new TestTenant()
  tenant.track(serverOf('ada', block))
  tenant.track(server(record('ADA', CONVERTED)))
  expect(tenant.referral().referring).toMatchObject({
    moderation: { status: 'PENDING', by: 'block' },
    reward: null,
  })
  expect(tenant.referral().referred.reward).not.toBeNull()
})

test('the months of both rewards begin at the conversion that is recorded', () => {
  const tenant = new TestTenant()
  tenant.track(server(record('ADA', CONVERTED)))
  const { referred, referring, startedAt, convertedAt } = tenant.referral()
  expect([startedAt, convertedAt]).toEqual([STARTED, CONVERTED])
  expect(referred.reward).toMatchObject({
    createdAt: STARTED,
    givenAt: STARTED,
    expiresAt: startOfDay(addMonths(CONVERTED, 12)),
  })
  expect(referring.reward).toMatchObject({
    createdAt: CONVERTED,
    givenAt: CONVERTED,
    expiresAt: addMonths(CONVERTED, 12),
  })
})

test('a reward whose months are over has expired', () => {
  const tenant = new TestTenant()
  const long = { ...record('ADA', ago(1000)), startedAt: ago(1100) }
  tenant.track(server(long))
  const { referred, referring } = tenant.referral()
  const rewards = [referred.reward, referring.reward]
  expect(rewards.map((it) => it && statusesOf(it, START))).toEqual([['EXPIRED'], ['EXPIRED']])
})

test('each outcome has the time at which it happened', () => {
  const decision = new TestTenant().track(server(record('ADA', CONVERTED, ENDED)))
  const times = decision.kind === 'accepted' ? decision.outcomes.map((it) => it.at) : []
  expect(times).toEqual([STARTED, STARTED, CONVERTED, CONVERTED, ENDED, ENDED, ENDED])
})

test('a program that is off, its fraud rules and its hold', () => {
  const tenant = new TestTenant({ active: false, referrerHoldDays: 30 })
  tenant.track(server(user('b', { email: 'x@example.com' })))
  tenant.track(server(record('ADA', CONVERTED)))
  const { referring, signals } = tenant.referral()
  expect(signals).toEqual([])
  expect(referring.reward).toMatchObject({ givenAt: CONVERTED + 30 * DAY_MS })
})

test('the limit of rewards of a referrer holds for recorded ones as well', () => {
  const tenant = new TestTenant({ maxReferrerRewards: 1 }, ['bob', 'cat'])
  const both = tenant.trackAll([
    server(record('ADA', CONVERTED)),
    { ...server(record('ADA', CONVERTED)), accountId: tenant.account('cat').id },
  ])
  expect(both.decisions.map(textOf)).toEqual([
    `${BEGIN}, ${CONVERT}`,
    `${BEGIN}, referral.converted FIRST_PAYMENT, reward.skipped REWARD_LIMIT_REACHED`,
  ])
})

test('a status that was reported stays, and a later payment and cancellation count as usual', () => {
  const tenant = new TestTenant()
  tenant.track(server(trial))
  tenant.track(server(record('ADA', CONVERTED)))
  expect(tenant.account().subscription.status).toBe('TRIAL')
  expect(textOf(tenant.track(server(paid)))).toBe('conversion.skipped ALREADY_CONVERTED')
  expect(textOf(tenant.track(server(cancelled)))).toBe(`${END}, reward.cancelled REFERRAL_ENDED`)
})

test('an account that the record adds is as old as the referral', () => {
  const tenant = new TestTenant()
  tenant.track(server(record('ADA', null)))
  expect(tenant.account().createdAt).toBe(STARTED)
})
