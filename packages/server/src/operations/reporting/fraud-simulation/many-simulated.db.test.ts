import { factPath } from '@goodword/domain/fraud/fact-path'
import { fraudFacts } from '@goodword/domain/fraud/fraud-facts'
import { matchesFacts } from '@goodword/domain/fraud/history-rule'
import { historyRuleNames, historyRules, thresholdsOf } from '@goodword/domain/fraud/history-rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillReferrals } from '../../../testing/database/many-referrals.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { makeTestTenant, START } from '../../../testing/test-tenant.ts'
import { createSimulation } from './create-simulation.ts'
import { readHeldPage } from './read-simulation.ts'

/** The number that npm test has time for; a measurement asks for a million. */
const REFERRALS = Number(process.env.GOODWORD_TEST_REFERRALS ?? 700)

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
    { numRuns: Number(process.env.GOODWORD_TEST_RUNS ?? 60) },
  )
})

test(`a simulation of ${REFERRALS} referrals lists on its pages what it counts, each once and newest first`, async () => {
  const { id, ctx, clock } = await makeTestTenant(db, 'many')
  await fillReferrals(owner, id, REFERRALS)
  const text = `update app.referral set facts = jsonb_build_object('friendsInHour', n % 10, 'friendsInDay', n % 25,
    'linkedFriends', n % 7, 'failedPayments', n % 6, 'secondsToPayment', n * 3, 'publicClicks', n % 12)
    from (select id as key, row_number() over (order by id) as n from app.referral where tenant_id = $1) as numbered
    where tenant_id = $1 and id = key`
  await owner.query({ name: '', text }, [id])
  clock.now = START + REFERRALS
  const asked = historyRuleNames.map((rule) => ({ rule, mode: 'active' as const }))
  const begunAt = performance.now()
  const row = await createSimulation(ctx, id, { rules: asked }, 60_000)
  if (process.env.GOODWORD_TEST_REFERRALS !== undefined)
    console.info('counted in ms', performance.now() - begunAt)
  const stored = await owner.query<{ facts: Record<string, number>; held: boolean }>(
    {
      name: '',
      text: "select facts, referrer_moderation = 'APPROVED' as held from app.referral where tenant_id = $1",
    },
    [id],
  )
  const matching = stored.filter((it) =>
    historyRuleNames.some((rule) => matchesFacts(historyRules[rule], it.facts, thresholdsOf(rule, {}))),
  )
  expect(row).toMatchObject({ state: 'DONE', sums: { total: { matched: matching.length } } })
  const { held } = row.sums.total
  expect(held).toBe(matching.filter((it) => it.held).length)
  const listed: string[] = []
  let cursor: string | null = null
  do {
    const page = await readHeldPage(ctx, id, row, cursor)
    listed.push(...page.held.map((it) => it.id))
    cursor = page.nextCursor
  } while (cursor !== null && listed.length < 1000)
  expect(listed.length).toBe(Math.min(held, Math.ceil(1000 / 100) * 100))
  expect(listed).toEqual([...new Set(listed)].toSorted().toReversed())
}, 900_000)
