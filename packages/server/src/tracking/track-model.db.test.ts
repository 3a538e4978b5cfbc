import { type ProgramSettings, programDefaults } from '@goodword/contract/program/program'
import type { User } from '@goodword/domain/referrals/account'
import type { Call } from '@goodword/domain/referrals/command'
import { idleOutcomes } from '@goodword/domain/referrals/outcome'
import type { Decision } from '@goodword/domain/tracking/tracking'
import type { AccountId, TenantId } from '@goodword/domain/values/ids'
import { propertyRuns } from '@goodword/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '../engine/driver/database.ts'
import { programOf } from '../frame/program/program-of.ts'
import { readAccount } from '../referring/accounts/read-accounts.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant, START, type TestTenant, tenantAt } from '../testing/test-tenant.ts'
import {
  accountNames,
  callOf,
  codeOf,
  introduction,
  programSettings,
  type Sentence,
  sentence,
  sentenceOf,
  withoutGuessing,
} from '../testing/tracking/tracking-calls.ts'
import { brokenInvariants } from '../testing/tracking/tracking-invariants.ts'
import {
  decisionPicture,
  eventLine,
  milestoneLine,
  pictureOf,
  TrackingModel,
} from '../testing/tracking/tracking-model.ts'
import { type UserRow, userColumns, userOf } from './rows/users.ts'
import type { Tracked } from './track.ts'

const runs = propertyRuns()

// Nothing is measured by it: on a busy machine everything takes long.
const TIMEOUT_MS = 600_000 + runs * 2000

/** A story that fails is shown before the test runs out of time, as short as it has become by then. */
const limit = { interruptAfterTimeLimit: TIMEOUT_MS - 20_000, markInterruptAsFailure: true }

const DAY_MS = 86_400_000

const db = await createTestDatabase()

const secondProcess = db.connectService()

let tenants = 0

async function newTenant(settings: ProgramSettings) {
  tenants += 1
  const tenant = await makeTestTenant(db, `model_${tenants}`, settings)
  const other = tenantAt(secondProcess, tenant.id)
  const model = new TrackingModel(programOf({ ...programDefaults, ...settings }), START)
  for (const it of [introduction('ada', 'u1', 'u2'), introduction('bob', 'u1')]) {
    const call = callOf(it, tenant.ctx)
    model.track(call)
    await send(tenant, call)
  }
  return { tenant, other, model, processes: [tenant, other] }
}

async function picturesOf(
  tenant: TestTenant,
  names: readonly string[] = accountNames,
): Promise<Record<string, unknown>> {
  const found = await Promise.all(names.map((name) => readAccount(tenant.ctx, tenant.id, name as AccountId)))
  return Object.fromEntries(
    found.flatMap((it) => (it === null ? [] : [[it.account.id, pictureOf(it.account)]])),
  )
}

async function eventsOf(tenant: TestTenant): Promise<string[]> {
  const rows = await db.owner.query<{ account: string; type: string; reason: string; about: string | null }>(
    {
      name: 'test.events',
      text: `select a.external_id as account, e.type, e.reason, coalesce(e.subject, e.code) as about
        from event e join account a on a.tenant_id = $1 and a.id = e.account_id where e.tenant_id = $1`,
    },
    [tenant.id],
  )
  return rows.map((it) => eventLine(it.account, it.type, it.reason, it.about)).sort()
}

async function milestonesOf(tenant: TestTenant): Promise<string[]> {
  const rows = await db.owner.query<{ account: string; person: string; milestone: number; is_out: boolean }>(
    {
      name: 'test.milestones',
      text: `select a.external_id as account, p.external_id as person, w.milestone, w.cancelled_at is not null as is_out
        from reward w join account_user p on p.tenant_id = $1 and p.id = w.user_id
        join account a on a.tenant_id = $1 and a.id = p.account_id where w.tenant_id = $1 and w.milestone is not null`,
    },
    [tenant.id],
  )
  return rows.map((it) => milestoneLine(it.account, it.person, it.milestone, it.is_out)).sort()
}

const send = (caller: TestTenant, { accountId, source, commands }: Call) =>
  caller.track(accountId, source, ...commands)

test(
  'I1: a referral converts at most once and only while in progress: calls in sequence store what the rules alone give, and concurrent calls keep all invariants',
  async () => {
    const step = fc.oneof(
      { weight: 8, arbitrary: fc.array(sentence, { minLength: 1, maxLength: 5 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 90 }) },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...accountNames), fc.constantFrom('u1', 'u2')) },
    )
    const story = fc.array(step, { minLength: 1, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(programSettings, story, async (settings, steps) => {
        const { tenant, model } = await newTenant(settings)
        const calls: Call[] = []
        const answers: Tracked[] = []
        for (const it of steps) {
          if (typeof it === 'number') {
            model.now += it * DAY_MS
            tenant.clock.now = model.now
          } else if (isSentences(it)) {
            const possible = it.map((spoken) => withoutGuessing(spoken, (code) => model.hasCode(code)))
            const list = possible.map((spoken) => callOf(spoken, tenant.ctx))
            const results = await Promise.all(
              list.map(async (call) => ({ call, tracked: await send(tenant, call) })),
            )
            const due = list.map((call) => decisionPicture(model.track(call), call))
            expect(results.map(({ call, tracked }) => decisionPicture(tracked.decision, call))).toEqual(due)
            calls.push(...list)
            answers.push(...results.map(({ tracked }) => tracked))
          } else {
            const code = codeOf(...it)
            if (!model.hasCode(code)) continue
            model.disable(code)
            await disable(tenant, code)
          }
        }
        expect(await picturesOf(tenant)).toEqual(model.pictures())
        expect(await storedUsers(db.owner, tenant.id)).toEqual(model.people())
        expect(await eventsOf(tenant)).toEqual(model.events())
        expect(await milestonesOf(tenant)).toEqual(model.milestones())
        expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
        expectOneConversionEach(answers)
        await trackAllAtOnce(settings, calls)
      }),
      { ...limit, numRuns: runs },
    )
  },
  TIMEOUT_MS,
)

test(
  'I26: a call that is repeated, later or at the same time elsewhere, has one effect and one answer',
  async () => {
    const step = fc.record({
      spoken: sentence,
      way: fc.constantFrom('once', 'again', 'elsewhere', 'both at once'),
    })
    await fc.assert(
      fc.asyncProperty(
        programSettings,
        fc.array(step, { minLength: 1, maxLength: 10 }),
        async (settings, steps) => {
          const { tenant, other, model } = await newTenant(settings)
          for (const { spoken, way } of steps) {
            const possible = withoutGuessing(spoken, (code) => model.hasCode(code))
            const call = callOf(possible, tenant.ctx)
            const due = answerOf(model.track(call), call)
            if (way === 'both at once') {
              const results = await Promise.all([send(tenant, call), send(other, call), send(tenant, call)])
              expect(results.map(({ decision }) => answerOf(decision, call))).toEqual([due, due, due])
              continue
            }
            expect(answerOf((await send(tenant, call)).decision, call)).toEqual(due)
            if (way === 'once') continue
            expect(answerOf((await send(way === 'again' ? tenant : other, call)).decision, call)).toEqual(due)
          }
          expect(await picturesOf(tenant)).toEqual(model.pictures())
          expect(await storedUsers(db.owner, tenant.id)).toEqual(model.people())
          const events = await eventsOf(tenant)
          // A repeat may find an account that the first call closed, and record once more why it changed nothing.
          expect(events).toEqual(expect.arrayContaining([...model.events()]))
          expect(events.filter(isOfConsequence)).toEqual(model.events().filter(isOfConsequence))
          expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
        },
      ),
      { ...limit, numRuns: runs },
    )
  },
  TIMEOUT_MS,
)

test(
  'I2: concurrent calls for friends of one referrer in two processes have the same results as separate ones',
  async () => {
    const friends = Array.from({ length: 6 }, (_, index) => `friend ${index}`)
    const stories = fc.tuple(
      ...friends.map((name) => fc.array(ownSentence(name), { minLength: 1, maxLength: 6 })),
    )
    await fc.assert(
      fc.asyncProperty(
        programSettings,
        stories,
        async ({ maxReferrerRewards: _limit, milestones: _milestones, ...settings }, results) => {
          // All friends of a referrer share a limit and milestones, so the order of the calls decides which ones they affect.
          const unsignedConversions = { mode: 'hold', limit: 0 } as const
          const { tenant, processes, model } = await newTenant({ ...settings, unsignedConversions })
          await Promise.all(
            results.map(async (sentences, friend) => {
              for (const [index, spoken] of sentences.entries()) {
                const call = callOf(spoken, tenant.ctx)
                const { decision } = await send(processes[(index + friend) % 2] ?? tenant, call)
                expect(decisionPicture(decision, call)).toEqual(decisionPicture(model.track(call), call))
              }
            }),
          )
          expect(await picturesOf(tenant, ['ada', 'bob', ...friends])).toEqual(model.pictures())
          expect(await storedUsers(db.owner, tenant.id)).toEqual(model.people())
          expect(await eventsOf(tenant)).toEqual(model.events())
          expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
        },
      ),
      { ...limit, numRuns: Math.ceil(runs / 2) },
    )
  },
  TIMEOUT_MS,
)

/** Tracks the calls in a tenant of their own, all at once, through two processes. */
async function trackAllAtOnce(settings: ProgramSettings, calls: readonly Call[]): Promise<void> {
  const { tenant, processes } = await newTenant(settings)
  const results = await Promise.all(calls.map((call, index) => send(processes[index % 2] ?? tenant, call)))
  expectOneConversionEach(results)
  expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
}

/**
 * Expects that a referral converts in one answer, and had not ended then. An account has two that convert only if the
 * server's code replaced one that pages alone had started and paid.
 */
function expectOneConversionEach(answers: readonly Tracked[]): void {
  const converted = answers.flatMap(({ decision }) =>
    decision.kind === 'accepted' && decision.outcomes.some((it) => it.type === 'referral.converted')
      ? [decision.account]
      : [],
  )
  const referrals = converted.map((it) => it.referral?.id)
  expect(referrals).toEqual([...new Set(referrals)])
  expect(converted.filter((it) => it.referral?.endedAt !== null)).toEqual([])
}

/** Commands for a friend that shares only the referrer with the other friends: their IDs are their own. */
function ownSentence(account: string): fc.Arbitrary<Sentence> {
  return sentenceOf(fc.constant(account)).map((spoken) => ({
    ...spoken,
    commands: spoken.commands.map((it) => {
      if (it.kind === 'identify' && it.code !== undefined) return { ...it, code: codeOf(account, it.code) }
      if (it.kind === 'bind')
        return { ...it, providerId: `${account} ${it.providerId}` as typeof it.providerId }
      if (it.kind !== 'attribute' || it.code === null || it.code.startsWith('ADA')) return it
      return { ...it, code: codeOf('nobody', 'u1') }
    }),
  }))
}

/** A result without its outcomes: a repeat has none. */
function answerOf(decision: Decision, call: Call): unknown {
  return decision.kind === 'refused' ? decisionPicture(decision, call) : pictureOf(decision.account, call)
}

function isOfConsequence(line: string): boolean {
  return !idleOutcomes.some((type) => line.includes(` ${type} `))
}

function isSentences(step: readonly unknown[]): step is readonly Sentence[] {
  return typeof step[0] !== 'string'
}

async function disable(tenant: TestTenant, code: string): Promise<void> {
  const text = 'update referral_code set disabled_at = $3 where tenant_id = $1 and code = $2'
  await db.owner.query({ name: 'test.disable', text }, [
    tenant.id,
    code,
    new Date(tenant.clock.now).toISOString(),
  ])
}

/** The people of a tenant as they are stored, without our own keys, by account and oldest first; for the owner's database. */
async function storedUsers(
  owner: Database,
  tenantId: TenantId,
): Promise<Record<AccountId, Omit<User, 'key'>[]>> {
  const text = `select a.external_id as account, ${userColumns}
    from account_user p join account a on a.tenant_id = $1 and a.id = p.account_id
    where p.tenant_id = $1 order by p.id`
  const rows = await owner.query<UserRow & { account: AccountId }>({ name: '', text }, [tenantId])
  const users: Record<AccountId, Omit<User, 'key'>[]> = {}
  for (const row of rows) {
    const { key: _key, ...user } = userOf(row)
    users[row.account] = [...(users[row.account] ?? []), user]
  }
  return users
}
