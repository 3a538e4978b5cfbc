import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { runJobs } from '../exported-files.ts'
import type { TestService } from '../test-service.ts'

const DAY_MS = 86_400_000

const months12 = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 } as const
const eur = (credit: number) => ({ type: 'CREDIT', unit: 'EUR', credit, monthsCreditIsValid: 6 }) as const

const queued = (discountPercent: number) =>
  ({ type: 'PCT_DISCOUNT', discountPercent, monthsDiscountIsValid: 1, stacking: 'QUEUE' }) as const

/** The accounts of the history below, of which each has something that money depends on. */
export const historyAccounts = [
  ...['ada', 'bea', 'cy', 'ed', 'fay', 'gus', 'old', 'friend_blocked'],
  ...['in_progress', 'converted', 'ended', 'denied', 'denied_referrer', 'pending', 'of_blocked'],
  ...['credited', 'credit_waits', 'held', 'taken_back'],
]

/** Every code of the history, and whether it attributes. */
export const historyCodes = ['ADA', 'BEA', 'CY', 'ED-1', 'ED-2', 'ED-3', 'FAY', 'FAY-OLD', 'GUS', 'OLD']

/**
 * Half a year of a program in all its states: referrals that are approved, denied, pending and held, percentages from before
 * the program gave credit, percentages that are queued, credit that is partly redeemed, expires or waits, rewards by hand, blocked accounts, and codes
 * that are disabled, expire or were replaced.
 */
export async function makeRichHistory(service: TestService): Promise<void> {
  const { call, clock, live, ctx } = service
  const post = async (path: string, body: unknown, key?: string) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    const answer = await call('POST', path, { body, headers })
    if (answer.status >= 300) throw new Error(`${path} is ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const put = (path: string, body: unknown) => call('PUT', path, { body })
  const user = (accountId: string, referralCode: string) =>
    post('/user', { accountId, id: `${accountId}_user`, referralCode })
  const friend = async (id: string, code: string, ...statuses: readonly string[]) => {
    await post('/user', { accountId: id, id: `${id}_user` })
    await post('/accountsync', { id, referral: { code } })
    for (const status of statuses) await post('/accountsync', { id, subscription: { status } })
  }
  const decide = async (id: string, action: string) => {
    const { body } = await call('GET', `/referrals?referredAccountId=${id}`)
    const [referral] = body.referrals as { id: string }[]
    await post('/referrals/moderate', { actions: [{ referralId: referral?.id, action }] })
  }
  const give = (accountId: string, reward: unknown, more: object, key: string) =>
    post('/rewards', { accountId, reward, ...more }, key)

  await service.setProgram({ referredReward: months12, referrerReward: months12 })
  for (const [id, code] of [
    ['ada', 'ADA'],
    ['bea', 'BEA'],
    ['cy', 'CY'],
    ['ed', 'ED-1'],
    ['ed', 'ED-2'],
    ['ed', 'ED-3'],
    ['fay', 'FAY-OLD'],
    ['fay', 'FAY'],
    ['gus', 'GUS'],
    ['old', 'OLD'],
  ] as const) {
    clock.now += 1000
    await user(id, code)
  }
  await put('/code/ED-1', { disabled: true })
  await put('/code/GUS', { disabled: true })
  await put('/code/FAY', { dateExpires: clock.now + 300 * DAY_MS })
  await put('/code/FAY-OLD', { dateExpires: clock.now + 10 * DAY_MS })
  await post('/accountsync', { id: 'old', subscription: { status: 'PAID' } })

  await friend('in_progress', 'ADA', 'TRIAL')
  await friend('converted', 'ADA', 'PAID')
  await friend('denied', 'BEA', 'PAID')
  await friend('denied_referrer', 'BEA', 'PAID')
  await friend('friend_blocked', 'ED-2', 'PAID')
  await friend('of_blocked', 'CY')
  await friend('pending', 'BEA')
  await decide('pending', 'PEND')
  clock.now += 20 * DAY_MS
  await post('/accountsync', { id: 'pending', subscription: { status: 'PAID' } })
  await friend('ended', 'ADA', 'PAID', 'CANCELLED')
  await decide('denied', 'DENY')
  await decide('denied_referrer', 'DENY_REFERRER')
  await post('/account/cy/block', { reason: 'Sells codes' })
  await post('/account/friend_blocked/block', { reason: 'Chargeback' })
  await runJobs(ctx, live.alias)

  clock.now += 40 * DAY_MS
  await service.setProgram({ referredReward: eur(500), referrerReward: eur(1000) })
  await friend('credited', 'ADA', 'PAID')
  await friend('credit_waits', 'ADA', 'TRIAL')
  await friend('taken_back', 'BEA', 'PAID')
  await give('ada', eur(300), { dateExpires: clock.now + 90 * DAY_MS }, 'soon')
  await give('ada', { type: 'CREDIT', unit: 'COFFEE', credit: 5 }, {}, 'coffee')
  await give('ada', { type: 'TIME_CREDIT', unit: 'DAY', credit: 9 }, {}, 'days')
  await give('bea', { type: 'PCT_DISCOUNT', discountPercent: 7.5, monthsDiscountIsValid: 3 }, {}, 'percent')
  await give('bea', { type: 'FEATURE', featureType: 'SEAT', quantity: 2 }, {}, 'seat')
  await give('gus', eur(250), { dateScheduledFor: clock.now + 60 * DAY_MS }, 'later')
  const { id } = await give('gus', eur(999), {}, 'mistake')
  await post(`/reward/${id}/cancel`, {})
  await post('/credit/redeem', { accountId: 'ada', unit: 'EUR', amount: 450 }, 'bill-1')
  await post('/credit/redeem', { accountId: 'taken_back', unit: 'EUR', amount: 120 }, 'bill-2')
  await decide('taken_back', 'DENY')

  await service.setProgram({ referredReward: eur(500), referrerReward: queued(25) })
  await give('fay', queued(30), {}, 'queued-first')
  clock.now += 1000
  await friend('queued', 'FAY', 'PAID')
  clock.now += 1000
  await give('fay', queued(20), {}, 'queued-between')
  clock.now += 1000
  await friend('queued_next', 'FAY', 'PAID')
  for (const percent of [20, 15]) await give('gus', queued(percent), {}, `queued-${percent}`)
  await runJobs(ctx, live.alias)

  clock.now += 33 * DAY_MS
  await service.setProgram({ referredReward: eur(500), referrerReward: eur(1000), referrerHoldDays: 14 })
  await friend('held', 'BEA', 'PAID')
  clock.now += DAY_MS
  // Jobs that wait are due by the time of the machine.
  await ctx.writeTenant(live.alias, async (tx) => enqueueJob(tx, { kind: 'FOLLOW_QUEUE', subject: '' }))
  await runJobs(ctx, live.alias)
}
