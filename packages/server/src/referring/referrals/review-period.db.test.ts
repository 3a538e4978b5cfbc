import { expect, test } from 'vitest'
import { drainTenant } from '../../jobs/drain-tenant.ts'
import { jobHandlers } from '../../jobs/handlers.ts'
import { merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'
import { testRunner } from '../../testing/test-worker.ts'
import { brokenInvariants } from '../../testing/tracking/tracking-invariants.ts'
import { endReviews } from './end-reviews.ts'

const service = await startTestService()
const { runner } = testRunner(service.ctx, async () => null, { handlers: jobHandlers })
const merchant = merchantAt(service.call, service.test)
const DAY_MS = 86_400_000
const credit = { type: 'CREDIT', unit: 'points', credit: 100 } as const
const code = await merchant.user('ada')

const program = (reviewDays: number | null, reviewEnds: 'APPROVE' | 'KEEP' = 'APPROVE') =>
  merchant.program({ referrerReward: credit, referredReward: credit, reviewDays, reviewEnds })

const time = async () => Number((await merchant.requestOk('GET', '/test/clock')).now)
async function move(days: number): Promise<void> {
  const to = (await time()) + days * DAY_MS
  await merchant.moveClock(to)
  expect(await drainTenant(runner, service.test.alias, to, 600_000)).toBe(true)
}

const points = () => merchant.credit('ada', 'points')

async function held(id: string): Promise<string> {
  await merchant.friend(id, code)
  const referralId = String((await merchant.referral(id)).id)
  await merchant.moderate('PEND', referralId)
  await merchant.pay(id)
  return referralId
}

const waiting = async (id: string) => {
  const { referrerDecision } = await merchant.referral(id)
  return referrerDecision as Record<string, unknown>
}

test('a waiting side says when it is decided by itself, is approved then, once, and says so', async () => {
  await program(14)
  const at = await time()
  await held('bob')
  const end = at + 14 * DAY_MS
  expect(await waiting('bob')).toMatchObject({
    by: 'STAFF',
    dateReviewEnds: end,
    dateDecidedByItself: end,
  })
  await move(13)
  expect([(await merchant.referral('bob')).referrerModerationStatus, await points()]).toEqual(['PENDING', 0])
  await move(1)
  expect(await waiting('bob')).toMatchObject({
    by: 'PROGRAM',
    actor: null,
    reason: 'REVIEW_ENDED',
    dateReviewEnds: null,
    dateDecidedByItself: null,
  })
  expect([await points(), await merchant.credit('bob', 'points')]).toEqual([100, 100])
  const { events } = await merchant.requestOk('GET', '/account/bob/timeline')
  const decided = (events as { reason: string; actor: string }[]).filter((it) => it.reason === 'REVIEW_ENDED')
  expect(decided.map((it) => it.actor)).toEqual(['service'])
  // The job is repeated after a worker was killed before it could say that it is done.
  await endReviews(service.ctx, service.test.alias, new AbortController().signal)
  await move(60)
  expect([await points(), (await merchant.requestOk('GET', '/account/bob/timeline')).count]).toEqual([
    100,
    (events as unknown[]).length,
  ])
})

test('a change of the period counts at once for what waits, and KEEP approves nothing', async () => {
  await program(null)
  const before = await points()
  await held('cyd')
  expect(await waiting('cyd')).toMatchObject({ dateReviewEnds: null, dateDecidedByItself: null })
  await move(20)
  await program(10, 'KEEP')
  const { dateReviewEnds, dateDecidedByItself } = await waiting('cyd')
  expect([Number(dateReviewEnds) < (await time()), dateDecidedByItself]).toEqual([true, null])
  await move(100)
  expect([await points(), (await merchant.referral('cyd')).referrerModerationStatus]).toEqual([
    before,
    'PENDING',
  ])
  await program(30)
  await move(0)
  expect(await points()).toBe(before + 100)
})

test('a program that keeps what waits reminds staff once of each hold, also after a repeated run, and says so on the timeline', async () => {
  await program(7, 'KEEP')
  const referralId = await held('kim')
  const reminders = async () => {
    const { events } = await merchant.requestOk('GET', '/account/kim/timeline')
    return (events as { type: string; reason: string }[]).filter((it) => it.type === 'referral.overdue')
  }
  await move(6)
  expect(await reminders()).toEqual([])
  await move(1)
  expect(await reminders()).toMatchObject([{ reason: 'REVIEW_OVERDUE', actor: 'service', referralId }])
  const { events: published } = await merchant.requestOk(
    'GET',
    '/events?type=referral.overdue&order=NEWEST&limit=1',
  )
  expect(published).toMatchObject([{ reason: 'REVIEW_OVERDUE', data: { id: referralId } }])
  // The job is repeated after a worker was killed before it could say that it is done, and by two workers at a time.
  const again = () => endReviews(service.ctx, service.test.alias, new AbortController().signal)
  await Promise.all([again(), again()])
  expect(await reminders()).toHaveLength(1)
  await move(30)
  expect(await reminders()).toHaveLength(1)
  // A decision that is undone holds anew.
  await merchant.moderate('APPROVE', referralId)
  await merchant.moderate('PEND', referralId)
  await move(8)
  expect(await reminders()).toHaveLength(2)
  expect((await merchant.referral('kim')).referrerModerationStatus).toBe('PENDING')
  await merchant.moderate('DENY', referralId)
})

test('what a blocked referrer brought is decided after the block, and a denial stays', async () => {
  await program(3)
  const before = await points()
  const denied = await held('dan')
  await merchant.moderate('DENY', denied)
  await held('eve')
  await merchant.requestOk('POST', '/account/ada/block', { reason: 'Looks odd.' })
  expect(await waiting('eve')).toMatchObject({ dateReviewEnds: null, dateDecidedByItself: null })
  await move(5)
  expect(await points()).toBe(before)
  await merchant.requestOk('POST', '/account/ada/unblock', { reason: 'Is fine.' })
  await move(0)
  expect([await points(), (await merchant.referral('dan')).referrerModerationStatus]).toEqual([
    before + 100,
    'DENIED',
  ])
})

test('a period that cannot be is refused by name', async () => {
  const { version } = await merchant.requestOk('GET', '/program')
  for (const [field, value] of [
    ['reviewDays', 0],
    ['reviewDays', 91],
    ['reviewEnds', 'DENY'],
  ] as const) {
    const answer = await merchant.request('PUT', '/program', { version, [field]: value })
    expect([answer.status, answer.body.param]).toEqual([400, field])
  }
  expect(await brokenInvariants(service.owner, service.test.alias)).toEqual([])
})
