import type { ProgramSettings } from '@goodword/contract/program/program'
import type { Statistics } from '@goodword/contract/statistics/statistics'
import { shareMedia } from '@goodword/domain/hosts/share-link'
import { type ModerationStatus, moderationStatuses } from '@goodword/domain/referrals/account'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import { propertyRuns } from '@goodword/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replaceProgram } from '../../administration/programs/replace-program.ts'
import { moveTestClock, readTestClock } from '../../frame/tenants/test-clock.ts'
import { publishEvents } from '../../outbound/publishing/publish-events.ts'
import { slowRecount } from '../../testing/statistics/slow-recount.ts'
import { ruleFiguresOf, slowRuleFigures } from '../../testing/statistics/slow-rule-figures.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, START, type TestTenant } from '../../testing/test-tenant.ts'
import {
  callOf,
  codeOf,
  introduction,
  programSettings,
  type Sentence,
  sentence,
  withoutGuessing,
} from '../../testing/tracking/tracking-calls.ts'
import { addDays, ZonedCalendar } from './calendar.ts'
import { countStatistics } from './counting/count-statistics.ts'
import { readFraudRules } from './read-fraud-rules.ts'
import { readStatistics } from './read-statistics.ts'

const runs = propertyRuns()

// Nothing is measured by it: on a busy machine everything takes long.
const TIMEOUT_MS = 600_000 + runs * 3000
const HOUR_MS = 3_600_000

const db = await createTestDatabase()
await query('select app.open_click_months($1)', [new Date(START)])
const { signal } = new AbortController()
let tenants = 0

function query(text: string, values: readonly unknown[]) {
  return db.owner.query({ name: '', text }, values)
}

const timeZones = [
  'UTC',
  'Asia/Kathmandu',
  'America/New_York',
  'Europe/Berlin',
  'Pacific/Chatham',
  'America/St_Johns',
] as const

type Click = {
  readonly click: { readonly owner: number; readonly via: string | null; readonly visitor: string }
}
/** A friend flagged by fraud rules, and the decisions of staff about the friend in turn. */
type Flagged = { readonly flagged: string; readonly decisions: readonly ModerationStatus[] }
type Step =
  | Sentence
  | Click
  | Flagged
  | { readonly wait: number }
  | { readonly move: number }
  | 'publish'
  | 'count'
  | { readonly zone: string }

const visitor = fc.constantFrom('1', '2', '3').map((it) => `00000000-0000-4000-8000-00000000000${it}`)
const click = fc.record({
  owner: fc.nat({ max: 2 }),
  via: fc.constantFrom(null, ...shareMedia),
  visitor,
})
// Around midnight of any zone, around a change of the clocks, and over the ends of months.
const wait = fc.oneof(
  fc.constantFrom(1, 15 * 60_000, HOUR_MS, 6 * HOUR_MS),
  fc.integer({ min: 1, max: 40 }).map((days) => days * 24 * HOUR_MS),
)
const flagged = fc.record({
  flagged: fc.constantFrom('cyd', 'dan'),
  decisions: fc.array(fc.constantFrom(...moderationStatuses), { maxLength: 2 }),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: flagged },
  { weight: 8, arbitrary: sentence },
  { weight: 4, arbitrary: click.map((it) => ({ click: it })) },
  { weight: 3, arbitrary: wait.map((ms) => ({ wait: ms })) },
  { weight: 2, arbitrary: wait.map((ms) => ({ move: ms })) },
  { weight: 2, arbitrary: fc.constant('publish' as const) },
  { weight: 2, arbitrary: fc.constant('count' as const) },
  { weight: 1, arbitrary: fc.constantFrom(...timeZones).map((zone) => ({ zone })) },
)

async function newTenant(settings: ProgramSettings): Promise<TestTenant> {
  tenants += 1
  const tenant = await makeTestTenant(db, `test_statistics_${tenants}`, settings)
  for (const it of [introduction('ada', 'u1', 'u2'), introduction('bob', 'u1')]) await send(tenant, it)
  return tenant
}

async function send(tenant: TestTenant, spoken: Sentence): Promise<void> {
  const { accountId, source, commands } = callOf(spoken, tenant.ctx)
  await tenant.track(accountId, source, ...commands)
}

async function users({ id }: TestTenant): Promise<readonly { id: string; code: string }[]> {
  const text = 'select id, code from app.account_user where tenant_id = $1 order by id'
  return db.owner.query<{ id: string; code: string }>({ name: '', text }, [id])
}

/** Counts as if the database had the clock of the story. */
async function count({ ctx, id, clock }: TestTenant): Promise<void> {
  await countStatistics(ctx, id, signal, async () => clock.now)
}

async function perform(tenant: TestTenant, settings: ProgramSettings, it: Step): Promise<void> {
  const { ctx, id, clock } = tenant
  if (it === 'publish') await publishEvents(ctx, id, signal)
  else if (it === 'count') await count(tenant)
  else if ('wait' in it) clock.now += it.wait
  else if ('move' in it) await moveTestClock(ctx, id, (await readTestClock(ctx, id)).now + it.move)
  else if ('zone' in it) await replaceProgram(ctx, id, { ...settings, timeZone: it.zone }, null)
  else if ('flagged' in it) {
    const ada = introduction('ada', 'u1').commands
    const attribute = { kind: 'attribute', evidence: 'explicit', code: codeOf('ada', 'u1') } as const
    await send(tenant, { account: it.flagged, source: 'server', commands: [...ada, attribute] })
    for (const status of it.decisions) {
      await publishEvents(ctx, id, signal)
      const moderate = { kind: 'moderate', status, side: 'referrer' } as const
      await send(tenant, { account: it.flagged, source: 'server', commands: [moderate] })
    }
  } else if ('click' in it) {
    const people = await users(tenant)
    const { owner, via, visitor: who } = it.click
    const aheadMs = (await readTestClock(ctx, id)).now - clock.now
    const clicked = [id, new Date(clock.now), people[owner % people.length]?.id, via, who, aheadMs]
    await query('insert into app.click values ($1, $2, gen_random_uuid(), $3, $4, $5, $6)', clicked)
  } else {
    const codes = new Set((await users(tenant)).map((person) => person.code))
    await send(
      tenant,
      withoutGuessing(it, (code: ReferralCode) => codes.has(code)),
    )
  }
}

async function expectTrue(tenant: TestTenant, timeZone: string, days: number, shift: number): Promise<void> {
  const today = new ZonedCalendar(timeZone).dayOf((await readTestClock(tenant.ctx, tenant.id)).now)
  const to = addDays(today, -shift)
  const range = { from: addDays(to, 1 - days), to }
  const read = async (interval: 'DAY' | 'WEEK' | 'MONTH') =>
    readStatistics(tenant.ctx, tenant.id, { ...range, interval, hasPrevious: true })
  const answer = await read('DAY')
  const recount = await slowRecount(db, { tenantId: tenant.id, timeZone, ...range })
  expect(answer.timeZone).toBe(timeZone)
  expect(answer.recounting).toBe(false)
  const { channels, media, cohorts, rewards } = answer
  const intervals = answer.intervals.map(({ money: _, ...it }) => it)
  const referrers = answer.referrers.map(({ conversionRate: _, brought: __, ...it }) => it)
  expect({ intervals, channels, media, cohorts, rewards, referrers }).toEqual({
    ...recount,
    referrers: recount.referrers.slice(0, 10),
  })
  const rules = await readFraudRules(tenant.ctx, tenant.id, range)
  expect(rules).toMatchObject({ timeZone, recounting: false })
  expect(ruleFiguresOf(rules)).toEqual(await slowRuleFigures(db, { tenantId: tenant.id, timeZone, ...range }))
  const before = { from: addDays(range.from, -days), to: addDays(range.from, -1), interval: 'DAY' } as const
  const { funnel, money } = await readStatistics(tenant.ctx, tenant.id, before)
  expect(answer.previous).toMatchObject({ from: before.from, to: before.to, funnel, money })
  for (const wide of [await read('WEEK'), await read('MONTH')]) {
    expect(wide.funnel).toEqual(answer.funnel)
    expect(wide.previous).toEqual(answer.previous)
    expect(moneyOf(wide)).toEqual(moneyOf(answer))
    for (const metric of ['clicks', 'visitors', 'identified', 'attributed', 'converted', 'ended'] as const) {
      const sum = wide.intervals.reduce((total, it) => total + it[metric], 0)
      expect(sum).toBe(answer.funnel[metric])
    }
  }
}

/** The sums of the money of all intervals, and the money of the whole range. */
function moneyOf({ intervals, money }: Statistics): readonly unknown[] {
  const sums = new Map<string, number>()
  for (const { currency, ...amounts } of intervals.flatMap((it) => it.money)) {
    for (const [name, amount] of Object.entries(amounts)) {
      const key = `${currency} ${name}`
      sums.set(key, Math.round((sums.get(key) ?? 0) * 1000 + amount * 1000) / 1000)
    }
  }
  const whole = money.flatMap(({ currency, ...amounts }) =>
    Object.entries(amounts).map(([name, amount]) => [`${currency} ${name}`, amount] as const),
  )
  expect([...sums].filter(([, amount]) => amount !== 0).sort()).toEqual(
    whole.filter(([, amount]) => amount !== 0).sort(),
  )
  return money
}

test(
  'statistics say what a slow recount of the rows says, after any story, in any time zone',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        programSettings,
        fc.constantFrom(...timeZones),
        fc.array(step, { minLength: 5, maxLength: 30 }),
        fc.integer({ min: 1, max: 100 }),
        fc.nat({ max: 40 }),
        fc.boolean(),
        async (settings, firstZone, steps, days, shift, isCountedFromStart) => {
          let timeZone: string = firstZone
          const tenant = await newTenant({ ...settings, timeZone })
          // Everything that follows is an increment.
          if (isCountedFromStart) await count(tenant)
          for (const it of steps) {
            await perform(tenant, settings, it)
            if (typeof it === 'object' && 'zone' in it) timeZone = it.zone
          }
          await publishEvents(tenant.ctx, tenant.id, signal)
          await count(tenant)
          await expectTrue(tenant, timeZone, days, shift)
          await expectTrue(tenant, timeZone, 399, 0)
        },
      ),
      { numRuns: runs },
    )
  },
  TIMEOUT_MS,
)
