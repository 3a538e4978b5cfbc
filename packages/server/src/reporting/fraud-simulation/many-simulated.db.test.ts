import { type FraudFacts, fraudFacts } from '@goodword/domain/fraud/fraud-facts'
import { matchesFacts } from '@goodword/domain/fraud/history-rule'
import {
  type HistoryRuleName,
  historyRuleNames,
  historyRules,
  thresholdsOf,
} from '@goodword/domain/fraud/history-rules'
import { likelyRules, possibleRules, widestThresholds } from '@goodword/domain/fraud/possible-rules'
import { factPath } from '@goodword/domain/moderation/simulation'
import type { TenantId } from '@goodword/domain/values/ids'
import { propertyRuns } from '@goodword/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Context } from '../../frame/context.ts'
import { fillReferrals } from '../../testing/database/many-referrals.ts'
import { tidyUp } from '../../testing/database/tidy-up.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, START } from '../../testing/test-tenant.ts'
import { createSimulation } from './create-simulation.ts'
import { readHeldPage } from './read-simulation.ts'
import type { SimulationRow } from './rows/fraud-simulations.ts'

/** The number that npm test has time for; a measurement asks for a million. */
const REFERRALS = Number(process.env.GOODWORD_TEST_REFERRALS ?? 700)
const isMeasuring = process.env.GOODWORD_TEST_REFERRALS !== undefined
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const db = await createTestDatabase()
const { owner } = db

const number = fc.integer({ min: 0, max: 12 })
const facts = fc.record(Object.fromEntries(Object.keys(fraudFacts).map((name) => [name, number])), {
  requiredKeys: [],
})
const rules = historyRuleNames.map((rule) =>
  fc
    .record(Object.fromEntries(Object.keys(historyRules[rule].thresholds).map((name) => [name, number])))
    .map((thresholds) => ({ rule, thresholds })),
)

test('a rule matches the same facts in the database as in the domain, whatever its thresholds', async () => {
  const text =
    'select f.facts @@ $2::jsonpath as is_match from unnest($1::jsonb[]) with ordinality as f(facts, place) order by f.place'
  await fc.assert(
    fc.asyncProperty(
      fc.array(facts, { minLength: 1, maxLength: 40 }),
      fc.oneof(...rules),
      async (many, it) => {
        const rule = historyRules[it.rule]
        const rows = await owner.query<{ is_match: boolean }>({ name: '', text }, [
          many.map((one) => JSON.stringify(one)),
          factPath(rule, it.thresholds),
        ])
        expect(rows.map((row) => row.is_match)).toEqual(
          many.map((one) => matchesFacts(rule, one, it.thresholds)),
        )
      },
    ),
    { numRuns: propertyRuns(60) },
  )
})

/** Facts as an ordinary program has them, or such that every rule must be tried on every referral. */
const kindsOfFacts = {
  usual: (n: number): FraudFacts => ({
    ...{ friendsInHour: n % 10 < 3 ? 1 + (n % 3) : 1, friendsInDay: n % 10 < 3 ? 2 + (n % 7) : 1 },
    ...{ referrerIdleDays: n % 400, publicClicks: n % 200 === 0 ? 15 : 0 },
    ...{ linkedFriends: n % 25 === 0 ? 1 + (n % 3) : 0, sharedDevices: n % 500 === 0 ? 1 : 0 },
    ...{ accountsOnNetwork: 1, accountsOnNetworkInHour: 1 + (n % 9 === 0 ? n % 7 : 0) },
    ...{ friendsOnNetwork: 1 + (n % 40 === 0 ? 2 : 0), disposableEmail: n % 90 === 0 ? 1 : 0 },
    ...(n % 5 === 0 ? { accountsOnDomainInDay: 1 + (n % 3), friendsOnDomain: 1 + (n % 2) } : {}),
    ...(n % 3 === 0 ? { secondsToPayment: 600 * (n % 3000), failedPayments: n % 60 === 0 ? 5 : 0 } : {}),
    ...(n % 30 === 0 ? { daysToEnd: n % 80 } : {}),
  }),
  worst: (n: number): FraudFacts =>
    Object.fromEntries(Object.keys(fraudFacts).map((name, index) => [name, 1 + ((n + index) % 12)])),
}

async function setFacts(tenantId: TenantId, factsOf: (n: number) => FraudFacts): Promise<void> {
  const rows = await owner.query<{ id: string }>(
    { name: '', text: 'select id from app.referral where tenant_id = $1 order by id' },
    [tenantId],
  )
  const text = `update app.referral r set facts = given.facts, possible_rules = given.possible,
    likely_rules = given.likely from unnest($2::uuid[], $3::jsonb[], $4::int4[], $5::int4[]) as given(id, facts, possible, likely)
    where r.tenant_id = $1 and r.id = given.id`
  for (let start = 0; start < rows.length; start += 20_000) {
    const part = rows
      .slice(start, start + 20_000)
      .map((it, index) => ({ id: it.id, facts: factsOf(start + index) }))
    await owner.query({ name: '', text }, [
      tenantId,
      part.map((it) => it.id),
      part.map((it) => JSON.stringify(it.facts)),
      part.map((it) => possibleRules(it.facts)),
      part.map((it) => likelyRules(it.facts)),
    ])
  }
  await tidyUp(owner, ['referral'])
}

test.each(['usual', 'worst'] as const)(
  `a simulation of ${REFERRALS} referrals with %s facts lists on its pages what it counts, each once and newest first`,
  async (kind) => {
    const { id, ctx, clock } = await makeTestTenant(db, kind)
    await fillReferrals(owner, id, REFERRALS)
    await setFacts(id, kindsOfFacts[kind])
    clock.now = START + REFERRALS
    if (isMeasuring) await measure(ctx, id, kind)
    const stored = await owner.query<{ facts: FraudFacts; is_free: boolean }>(
      {
        name: '',
        text: "select facts, referrer_moderation = 'APPROVED' as is_free from app.referral where tenant_id = $1",
      },
      [id],
    )
    for (const thresholds of [defaults, widest]) {
      clock.now += MINUTE_MS
      const row = await createSimulation(ctx, id, { rules: allWith(thresholds) }, 60_000)
      const matches = (rule: HistoryRuleName) =>
        stored.filter((it) => matchesFacts(historyRules[rule], it.facts, thresholds(rule)))
      expect(row.state).toBe('DONE')
      expect(historyRuleNames.map((it) => row.sums.rules[it]?.matched ?? 0)).toEqual(
        historyRuleNames.map((it) => matches(it).length),
      )
      const matching = new Set(historyRuleNames.flatMap(matches))
      expect(row.sums.total.matched).toBe(matching.size)
      expect(row.sums.total.held).toBe([...matching].filter((it) => it.is_free).length)
      await expectListed(ctx, id, row)
    }
  },
  900_000,
)

type ThresholdsOfRule = (rule: HistoryRuleName) => Readonly<Record<string, number>>

const defaults: ThresholdsOfRule = (rule) => thresholdsOf(rule, {})
const widest: ThresholdsOfRule = (rule) => widestThresholds(historyRules[rule])

const allWith = (thresholds: ThresholdsOfRule) =>
  historyRuleNames.map((rule) => ({ rule, mode: 'active' as const, thresholds: { ...thresholds(rule) } }))

/** Expects that the pages of a simulation list the referrals it would have held, each once and newest first, as far as 1,000. */
async function expectListed(ctx: Context, tenantId: TenantId, row: SimulationRow): Promise<void> {
  const { held } = row.sums.total
  const listed: string[] = []
  let cursor: string | null = null
  do {
    const page = await readHeldPage(ctx, tenantId, row, cursor)
    listed.push(...page.referrals.map((it) => it.referralId))
    cursor = page.nextCursor
  } while (cursor !== null && listed.length < 1000)
  expect(listed.length).toBe(Math.min(held, 1000))
  expect(listed).toEqual([...new Set(listed)].toSorted().toReversed())
}

/**
 * Prints how long it takes to answer each of some questions, for one range of days after the other, and how many times as long as
 * PostgreSQL takes to read the same referrals one after the other, right before.
 */
async function measure(ctx: Context, tenantId: TenantId, kind: string): Promise<void> {
  const questions = {
    'all rules': allWith(defaults),
    'one rule': allWith(defaults).filter((it) => it.rule === 'REFERRER_BURST'),
    'all rules with the widest thresholds': allWith(widest),
  }
  for (let round = 0; round < 5; round += 1) {
    for (const [name, rules] of Object.entries(questions)) {
      const scanMs = await msOf(() => scanReferrals(tenantId))
      // Another range is another simulation.
      const from = new Date(START - round * DAY_MS).toISOString().slice(0, 10)
      let matched = 0
      const tookMs = await msOf(async () => {
        const { sums } = await createSimulation(ctx, tenantId, { rules, from }, 60_000)
        matched = sums.total.matched
      })
      const ratio = (tookMs / scanMs).toFixed(2)
      console.info(`${kind} facts, ${name}: ${Math.round(tookMs)} ms, ${ratio} of a scan, ${matched} match`)
    }
  }
}

async function msOf(work: () => Promise<void>): Promise<number> {
  const begunAt = performance.now()
  await work()
  return performance.now() - begunAt
}

/** Reads the facts of all referrals in the order of the table, without processes beside. */
async function scanReferrals(tenantId: TenantId): Promise<void> {
  const client = await owner.pool.connect()
  try {
    await client.query('begin')
    for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan'])
      await client.query(`set local enable_${way} = off`)
    await client.query('set local max_parallel_workers_per_gather = 0')
    await client.query(
      'select count(*), sum(pg_column_size(r.facts)) from app.referral r where r.tenant_id = $1',
      [tenantId],
    )
    await client.query('rollback')
  } finally {
    client.release(true)
  }
}
