import type { FraudRules } from '@goodword/contract/fraud/fraud-rules'
import type { FraudSimulation } from '@goodword/contract/fraud/fraud-simulation'
import type { FraudFacts } from '@goodword/domain/fraud/fraud-facts'
import type { Command } from '@goodword/domain/referrals/command'
import type { AccountId } from '@goodword/domain/values/ids'
import type { Currency } from '@goodword/domain/values/money'
import { expect, test, vi } from 'vitest'
import { Pipeline } from '../../engine/driver/pipeline.ts'
import { drainTenant } from '../../jobs/drain-tenant.ts'
import { jobHandlers } from '../../jobs/handlers.ts'
import { merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'
import { testRunner } from '../../testing/test-worker.ts'
import { track } from '../../tracking/track.ts'
import { createSimulation } from './create-simulation.ts'

const DAY_MS = 86_400_000
type Fields = Readonly<Record<string, unknown>>

const service = await startTestService()
const { live, clock } = service
const acme = merchantAt(service.call, live)
await service.setProgram({
  currency: 'EUR' as Currency,
  referrerReward: { type: 'CREDIT', unit: 'EUR', credit: 500 },
})
const code = await acme.user('ada')

/** A friend with these facts. Their rules are in shadow mode or do not match, so nothing is held. */
async function friend(id: string, facts: FraudFacts): Promise<string> {
  await acme.friend(id, code)
  const command: Command = { kind: 'observe', facts }
  await track(service.ctx, live.alias, {
    call: { accountId: id as AccountId, source: 'processor', commands: [command] },
    actor: 'service',
  })
  return String((await acme.referral(id)).id)
}

const failed = { rule: 'FAILED_CARDS', mode: 'active' } as const
const leaked = {
  rule: 'LEAKED_CODE',
  mode: 'active',
  thresholds: { publicClicks: 5 },
} as const

async function simulate(rules: readonly object[], fields: Fields = {}): Promise<FraudSimulation> {
  // The answers are held to the contract.
  return (await acme.requestOk('POST', '/fraud-simulations', {
    rules,
    ...fields,
  })) as unknown as FraudSimulation
}

const ids = {
  five: await friend('five', { failedPayments: 5 }),
  six: await friend('six', { failedPayments: 6, publicClicks: 5 }),
  three: await friend('three', { failedPayments: 3 }),
  approved: await friend('approved', { failedPayments: 7 }),
  denied: await friend('denied', { failedPayments: 8 }),
}
await acme.moderate('APPROVE', ids.approved)
await acme.moderate('DENY', ids.denied)

test('a simulation has what an active rule would have held, what it is worth, and how staff decided the rest', async () => {
  const { state, rules, total, referrals, nextCursor, currency } = await simulate([failed])
  const sums = {
    matched: 4,
    would: { held: 2, amount: 10, withoutAmount: 0 },
    ofDecided: { approved: 1, denied: 1 },
  }
  expect(state).toBe('DONE')
  expect(currency).toBe('EUR')
  expect(rules).toEqual([{ ...failed, thresholds: { payments: 4 }, ...sums }])
  expect(total).toEqual(sums)
  expect(nextCursor).toBeNull()
  expect(
    referrals.map((it) => [it.referralId, it.referringAccountId, it.referredAccountId, it.amount]),
  ).toEqual([
    [ids.six, 'ada', 'six', 5],
    [ids.five, 'ada', 'five', 5],
  ])
  expect(referrals[0]?.found).toEqual([
    {
      rule: 'FAILED_CARDS',
      message: 'Payments of the friend that failed before one succeeded: 6 (limit 4).',
      facts: { failedPayments: 6 },
    },
  ])
})

test('a simulation counts a referral that two rules match once in the total, and says what each found', async () => {
  const { rules, total, referrals } = await simulate([failed, leaked])
  expect(rules.map((it) => [it.rule, it.would.held])).toEqual([
    ['FAILED_CARDS', 2],
    ['LEAKED_CODE', 1],
  ])
  expect(total.would).toEqual({ held: 2, amount: 10, withoutAmount: 0 })
  expect(referrals[0]?.found.map((it) => it.rule)).toEqual(['FAILED_CARDS', 'LEAKED_CODE'])
})

test('a simulated rule that only watches would hold nothing, and one that is off matches nothing', async () => {
  const watching = await simulate([
    { ...failed, mode: 'shadow' },
    { ...leaked, mode: 'off' },
  ])
  const nothing = { held: 0, amount: 0, withoutAmount: 0 }
  expect(watching.rules).toMatchObject([
    { matched: 4, would: nothing, ofDecided: { approved: 1, denied: 1 } },
    { matched: 0, would: nothing },
  ])
  expect(watching.total).toMatchObject({ matched: 4, would: nothing })
  expect(watching.referrals).toEqual([])
  const off = await simulate([{ ...failed, mode: 'off' }])
  expect(off.total).toMatchObject({ matched: 0, would: nothing })
})

test('a simulation changes neither the program nor a referral', async () => {
  const before = [await acme.requestOk('GET', '/program'), await acme.referral('six')]
  await simulate([{ ...failed, thresholds: { payments: 1 } }])
  expect([await acme.requestOk('GET', '/program'), await acme.referral('six')]).toEqual(before)
})

test('a simulation is about the referrals that started in its days', async () => {
  clock.now += 3 * DAY_MS
  await friend('late', { failedPayments: 5 })
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const held = async (fields: Fields) =>
    (await simulate([failed], fields)).referrals.map((it) => it.referredAccountId)
  expect(await held({ from: day(clock.now) })).toEqual(['late'])
  expect(await held({ to: day(clock.now - DAY_MS) })).toEqual(['six', 'five'])
  expect(await held({})).toEqual(['late', 'six', 'five'])
})

test('a simulation that a request does not finish is finished by a job, with the same result', async () => {
  // The same question within a minute is the same simulation.
  clock.now += 60_000
  const { id } = await createSimulation(service.ctx, live.alias, { rules: [failed] }, 0)
  const running = await acme.requestOk('GET', `/fraud-simulations/${id}`)
  expect(running).toMatchObject({ state: 'RUNNING', total: { matched: 0 }, referrals: [], nextCursor: null })
  const { runner } = testRunner(service.ctx, async () => null, { handlers: jobHandlers })
  await drainTenant(runner, live.alias, clock.now, 60_000)
  const finished = await acme.requestOk('GET', `/fraud-simulations/${id}`)
  clock.now += 60_000
  const { rules, total, referrals } = await simulate([failed])
  expect(finished).toMatchObject({ state: 'DONE', rules, total, referrals })
})

test('a request that is repeated within a minute is answered by what is stored, and reads no program', async () => {
  clock.now += 60_000
  const { id } = await createSimulation(service.ctx, live.alias, { rules: [failed] })
  const sent = vi.spyOn(Pipeline.prototype, 'submit')
  const again = await createSimulation(service.ctx, live.alias, { rules: [failed] })
  const names = sent.mock.contexts.flatMap((it) => (it instanceof Pipeline ? it.names : []))
  sent.mockRestore()
  expect(again.id).toBe(id)
  expect(names.filter((it) => !it.startsWith('t'))).toEqual(['fraud_simulation.find'])
})

test('thresholds follow what is usual in a simulation as they do in the program, and the figures of rules say so', async () => {
  const { owner } = service
  const usual = JSON.stringify({ friendsInHour: 3, friendsInDay: 200 })
  const text = `insert into app.usual_fact (tenant_id, percentiles, counted_at) values ($1, $2, now())
    on conflict (tenant_id) do update set percentiles = excluded.percentiles`
  await owner.query({ name: '', text }, [live.alias, usual])
  const burst = { rule: 'REFERRER_BURST', mode: 'active', thresholds: { friendsInHour: 4 } } as const
  const { rules } = await simulate([burst])
  // Three times the usual number, and never more than can be set.
  expect(rules[0]?.thresholds).toEqual({ friendsInHour: 9, friendsInDay: 500, linkedFriends: 2 })
  const figures = (await acme.requestOk('GET', '/fraud-rules')) as unknown as FraudRules
  expect(figures.rules.find((it) => it.rule === 'REFERRER_BURST')?.thresholds).toMatchObject({
    friendsInHour: { value: 5, effective: 9 },
    friendsInDay: { value: 6, effective: 500 },
    linkedFriends: { value: 2, effective: 2 },
  })
  await owner.query({ name: '', text }, [live.alias, '{}'])
})

test('a simulation is kept for seven days, for its own program alone', async () => {
  const { id } = await simulate([failed])
  const statusOf = async ({ alias, apiKey }: typeof live) => {
    const { status } = await service.call('GET', `/fraud-simulations/${id}`, { alias, key: apiKey })
    return status
  }
  expect([await statusOf(live), await statusOf(service.test), await statusOf(service.other)]).toEqual([
    200, 404, 404,
  ])
  clock.now += 7 * DAY_MS
  const { status, body } = await acme.request('GET', `/fraud-simulations/${id}`)
  expect([status, body.apiErrorCode]).toEqual([404, 'FRAUD_SIMULATION_NOT_FOUND'])
  await simulate([failed])
  const kept = await service.owner.query<{ id: string }>(
    { name: '', text: 'select id from app.fraud_simulation where tenant_id = $1' },
    [live.alias],
  )
  expect(kept).toHaveLength(1)
})

test.for([
  [{ rules: [] }, 'rules'],
  [{ rules: [{ rule: 'SAME_EMAIL', mode: 'active' }] }, 'rules.0.rule'],
  [{ rules: [failed, failed] }, 'rules.1.rule'],
  [{ rules: [{ ...failed, thresholds: { payments: 101 } }] }, 'rules.0.thresholds.payments'],
  [{ rules: [{ ...failed, thresholds: { days: 3 } }] }, 'rules.0.thresholds.days'],
  [{ rules: [failed], from: '2026-01-01', to: '2026-04-01' }, 'from'],
  [{ rules: [failed], from: '2026-01-02', to: '2026-01-01' }, 'to'],
] as const)('a simulation of %o is refused, and the answer names %s', async ([fields, param]) => {
  const { status, body } = await acme.request('POST', '/fraud-simulations', fields)
  expect([status, body.apiErrorCode, body.param]).toEqual([400, 'VALIDATION_FAILED', param])
})
