import type { FlaggedReferrals, FraudRules } from '@goodword/contract/fraud/fraud-rules'
import { fraudRuleNames, fraudRules, isHistoryRule } from '@goodword/domain/fraud/fraud'
import { describe, expect, test } from 'vitest'
import { drainTenant } from '../../jobs/drain-tenant.ts'
import { jobHandlers } from '../../jobs/handlers.ts'
import { drainErasures } from '../../testing/erasure/drain-erasures.ts'
import { makeImporter } from '../../testing/imports/importer.ts'
import { entriesOf } from '../../testing/merchant.ts'
import { ruleFiguresOf, slowRuleFigures } from '../../testing/statistics/slow-rule-figures.ts'
import { StatisticsStory } from '../../testing/statistics/statistics-story.ts'
import { startTestService } from '../../testing/test-service.ts'
import { testRunner } from '../../testing/test-worker.ts'
import { recountStatistics } from './recount-statistics.ts'
import { uncountedTenants } from './rows/uncounted-tenants.ts'

const service = await startTestService()
const { live, clock } = service
const story = new StatisticsStory(service)
const acme = story.merchant

const DAY_MS = 86_400_000
const none = {
  referrals: 0,
  pending: 0,
  approvedByStaff: 0,
  deniedByStaff: 0,
  deniedByRule: 0,
  notDecided: 0,
}
const email = { email: 'ada.l@gmail.com' }
const code = await acme.user('ada', email)

async function figures(query = ''): Promise<FraudRules> {
  await story.settle()
  // The answers are held to the contract.
  return (await acme.requestOk('GET', `/fraud-rules${query}`)) as unknown as FraudRules
}

async function figuresOf(rule: string, mode: 'active' | 'shadow', query = ''): Promise<FlaggedReferrals> {
  const found = (await figures(query)).rules.find((it) => it.rule === rule)
  if (found === undefined) throw new Error(`no figures of ${rule}`)
  return found[mode]
}

/** The tenants that the recurring job of statistics finds. */
async function uncounted(): Promise<readonly string[]> {
  const found: string[] = []
  for await (const it of uncountedTenants(service.ctx.db)) found.push(it)
  return found
}

/** A friend who has the referrer's address, and so both sides denied. */
async function twin(id: string): Promise<string> {
  await acme.user(id, { email: 'AdaL+x@googlemail.com' })
  await acme.sync(id, { referral: { code } })
  return String((await acme.referral(id)).id)
}

async function expectTrue(): Promise<void> {
  for (const days of [1, 30, 200]) {
    const answer = await figures(`?from=${clock.now - (days - 1) * DAY_MS}`)
    const { timeZone, from, to } = answer
    const recount = await slowRuleFigures({ owner: service.owner } as Parameters<typeof slowRuleFigures>[0], {
      tenantId: live.alias,
      timeZone,
      from,
      to,
    })
    expect(ruleFiguresOf(answer)).toEqual(recount)
  }
}

describe('GET fraud-rules', () => {
  test('GET fraud-rules has every rule with its sentence and mode, and no figures at first', async () => {
    const { rules, ...range } = await figures()
    expect(rules).toEqual(
      fraudRuleNames.map((rule) => ({
        ...{ rule, mode: fraudRules[rule].startsAs, message: expect.stringMatching(/\.$/) },
        holds: isHistoryRule(rule) ? expect.stringMatching(/^(REFERRER|BOTH)$/) : null,
        thresholds: expect.any(Object),
        active: { ...none, confirmedRate: null },
        shadow: { ...none, confirmedRate: null },
        decided: { approved: 0, denied: 0 },
        ...{ precision: null, recall: null },
      })),
    )
    expect((range.dateEnds - range.dateStarts) / DAY_MS).toBe(30)
    expect(range).toMatchObject({ timeZone: 'UTC', recounting: false })
  })

  test('GET fraud-rules has the thresholds of a rule with what the program has set, their defaults and bounds', async () => {
    const thresholds = { friendsInHour: 9 }
    await service.setProgram({ fraudRules: [{ rule: 'REFERRER_BURST', mode: 'shadow', thresholds }] })
    const { rules } = await figures()
    const burst = rules.find((it) => it.rule === 'REFERRER_BURST')
    expect(burst).toMatchObject({ mode: 'shadow', holds: 'REFERRER' })
    const { friendsInHour, friendsInDay } = fraudRules.REFERRER_BURST.thresholds
    expect(burst?.thresholds).toMatchObject({
      friendsInHour: { ...friendsInHour, value: 9 },
      friendsInDay: { ...friendsInDay, value: friendsInDay?.default },
    })
    expect(rules.find((it) => it.rule === 'SAME_EMAIL')).toMatchObject({ holds: null, thresholds: {} })
    await service.setProgram({})
  })

  test('GET fraud-rules follows the decisions about both sides, also one that is undone or changed', async () => {
    const [one, two] = [await twin('f1'), await twin('f2')]
    expect(await figuresOf('SAME_EMAIL', 'active')).toMatchObject({ ...none, referrals: 2, deniedByRule: 4 })
    await acme.moderate('APPROVE', one)
    await acme.moderate('DENY_REFERRER', two)
    const decided = { ...none, referrals: 2, approvedByStaff: 2, deniedByStaff: 1, deniedByRule: 1 }
    expect(await figuresOf('SAME_EMAIL', 'active')).toMatchObject({ ...decided, confirmedRate: 33.33 })
    await acme.moderate('PEND', one)
    await acme.moderate('DENY_REFERRER', two)
    const changed = { ...none, referrals: 2, pending: 2, deniedByStaff: 1, deniedByRule: 1 }
    expect(await figuresOf('SAME_EMAIL', 'active')).toMatchObject({ ...changed, confirmedRate: 100 })
    for (const action of ['APPROVE', 'DENY', 'PEND', 'DENY']) await acme.moderate(action, one)
    expect(await figuresOf('SAME_EMAIL', 'active')).toMatchObject({ pending: 0, deniedByStaff: 3 })
    await expectTrue()
  })

  test('GET fraud-rules counts a rule in shadow apart, and once more when it flags the same referral while it is active', async () => {
    await acme.user('namesake', { id: 'ada_user' })
    await acme.sync('namesake', { referral: { code } })
    expect(await figuresOf('SAME_USER_ID', 'shadow')).toMatchObject({ ...none, referrals: 1, notDecided: 2 })
    clock.now += 40 * DAY_MS
    await service.setProgram({ fraudRules: [{ rule: 'SAME_USER_ID', mode: 'active' }] })
    await acme.user('namesake', { id: 'ada_user', email: 'n@example.com' })
    expect(await figuresOf('SAME_USER_ID', 'shadow')).toMatchObject(none)
    expect(await figuresOf('SAME_USER_ID', 'active')).toMatchObject({
      ...none,
      referrals: 1,
      deniedByRule: 2,
    })
    const before = `?to=${clock.now - 30 * DAY_MS}`
    expect(await figuresOf('SAME_USER_ID', 'shadow', before)).toMatchObject({ referrals: 1, deniedByRule: 2 })
    await service.setProgram({})
    await expectTrue()
  })

  test('GET fraud-rules counts an imported referral when a rule flags it, on that day', async () => {
    const importer = makeImporter(service)
    const startedAt = clock.now - 20 * DAY_MS
    const file = `referralCode,referredAccountId,status,dateReferralStarted\n${code},past,IN_PROGRESS,${startedAt}\n`
    const before = await figuresOf('SAME_EMAIL', 'active')
    expect(await importer.run('referrals', file)).toMatchObject({ created: 1 })
    expect(await figuresOf('SAME_EMAIL', 'active')).toEqual(before)
    await acme.user('past', email)
    const today = await figuresOf('SAME_EMAIL', 'active', `?from=${clock.now}`)
    expect(today).toMatchObject({ ...none, referrals: 1, deniedByRule: 2 })
    await expectTrue()
  })

  test('GET fraud-rules stays the same in a recount, when it is counted again, and when a person is erased', async () => {
    const { runner } = testRunner(service.ctx, async () => null, { handlers: jobHandlers })
    // Rules about merged identities look beside the calls.
    await drainTenant(runner, live.alias, clock.now, 60_000)
    const before = await figures()
    const { differences } = await recountStatistics(service.operator, live.alias)
    expect(differences).toBe(0)
    expect(await figures()).toEqual(before)
    await acme.requestOk('DELETE', '/account/f1/user/f1_user')
    await drainErasures(service, runner, live.alias)
    expect(await figures()).toEqual(before)
    expect((await recountStatistics(service.operator, live.alias)).differences).toBe(0)
  })

  test('GET fraud-rules counts what was flagged before there were figures, while things go on', async () => {
    const before = await figures()
    // As a release without them leaves it: decisions of its own were not counted.
    expect(await uncounted()).not.toContain(live.alias)
    await story.query('delete from app.statistic_flag')
    await story.query("delete from app.statistic_count where metric like 'FLAGGED%'")
    await story.query(
      "update app.statistic_generation set flags_until = '00000000-0000-0000-0000-000000000000'",
    )
    // The recurring job that looks for something to count finds it.
    expect(await uncounted()).toContain(live.alias)
    const behind = await acme.requestOk('GET', '/fraud-rules')
    expect(behind).toMatchObject({
      recounting: true,
      rules: [{}, { active: none }, ...Array.from({ length: fraudRuleNames.length - 2 }, () => ({}))],
    })
    await acme.moderate('APPROVE', String((await acme.referral('f2')).id))
    await story.publish()
    const { rules } = await figures()
    expect(rules[1]?.active).toMatchObject({ referrals: 1, deniedByRule: 2 })
    expect(rules[2]).toEqual(before.rules[2])
    await expectTrue()
  })

  test('GET fraud-rules changes its days with the time zone of the program', async () => {
    await twin('midnight')
    await service.setProgram({ timeZone: 'Pacific/Kiritimati' })
    await expectTrue()
    await service.setProgram({})
    await expectTrue()
  })

  test('GET fraud-rules lists what a rule flagged, in the mode that it had', async () => {
    const friends = async (query: string) => {
      const { referrals, totalCount } = await acme.requestOk('GET', `/referrals?${query}`)
      const ids = entriesOf(referrals).map((it) => it.referredAccountId)
      expect(totalCount).toBe(ids.length)
      return ids.toSorted()
    }
    const erased = expect.not.stringMatching(/^f1$/)
    expect(await friends('fraudRule=SAME_EMAIL')).toEqual(expect.arrayContaining(['f2', 'midnight', erased]))
    expect(await friends('shadowFraudRule=SAME_USER_ID')).toEqual(['namesake'])
    expect(await friends('fraudRule=SAME_USER_ID&shadowFraudRule=SAME_USER_ID')).toEqual(['namesake'])
    expect(await friends('fraudRule=SAME_PROCESSOR_CUSTOMER')).toEqual([])
    expect(await friends('fraudRule=SAME_EMAIL&moderationStatus=APPROVED')).toEqual(['f2'])
    const { status, body } = await acme.request('GET', '/referrals?fraudRule=NONE')
    expect([status, body.param]).toEqual([400, 'fraudRule'])
  })

  test('GET fraud-rules says how often a rule was right and how much of what staff denied it flagged, from 20 decisions on', async () => {
    clock.now += 40 * DAY_MS
    const shares = async () => {
      const { denied, rules } = await figures()
      const [, rule] = rules
      return { all: denied, decided: rule?.decided, precision: rule?.precision, recall: rule?.recall }
    }
    const flagged: string[] = []
    for (let number = 1; number <= 20; number += 1) flagged.push(await twin(`right${number}`))
    await acme.moderate('DENY', ...flagged.slice(0, 15))
    await acme.moderate('APPROVE', ...flagged.slice(15, 19))
    expect(await shares()).toEqual({
      ...{ all: 15, decided: { approved: 4, denied: 15 } },
      ...{ precision: null, recall: null },
    })
    await acme.moderate('APPROVE', ...flagged.slice(19))
    const missed: string[] = []
    for (let number = 1; number <= 5; number += 1) {
      await acme.sync(`missed${number}`, { referral: { code } })
      missed.push(String((await acme.referral(`missed${number}`)).id))
    }
    await acme.moderate('DENY_REFERRER', ...missed)
    const known = { all: 20, decided: { approved: 5, denied: 15 }, precision: 75, recall: 75 }
    expect(await shares()).toEqual(known)
    expect((await recountStatistics(service.operator, live.alias)).differences).toBe(0)
    expect(await shares()).toEqual(known)
    await acme.moderate('PEND', ...missed)
    expect(await shares()).toMatchObject({ all: 15, precision: 75, recall: null })
    await expectTrue()
  })

  test.for([
    ['?from=2026-02-30', 'from'],
    ['?from=2026-03-02&to=2026-03-01', 'to'],
    ['?interval=DAY', 'interval'],
  ] as const)('GET fraud-rules with %s is refused, and names %s', async ([query, param]) => {
    const { status, body } = await acme.request('GET', `/fraud-rules${query}`)
    expect([status, body.apiErrorCode, body.param]).toEqual([400, 'VALIDATION_FAILED', param])
  })

  test('GET fraud-rules has the figures of its own tenant alone, for keys that may read', async () => {
    for (const { alias, apiKey } of [service.test, service.other]) {
      await story.settle(alias)
      const { body } = await service.call('GET', '/fraud-rules', { alias, key: apiKey })
      expect(entriesOf(body.rules)[1]).toMatchObject({ active: none, shadow: none })
    }
    const { apiKey } = await service.newKey(['write'])
    expect((await service.call('GET', '/fraud-rules', { key: apiKey })).status).toBe(403)
  })
})
