import type { Call, Command } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, ProviderId, TenantId, UserId } from '@goodword/domain/values/ids'
import { findCandidates } from '@goodword/server/engine/job-table/job-candidates'
import type { Context } from '@goodword/server/frame/context'
import { enqueueJobs } from '@goodword/server/frame/jobs/enqueue-job'
import { takeReadyJobs } from '@goodword/server/jobs/claim-jobs'
import { readAccount } from '@goodword/server/referring/accounts/read-accounts'
import { lookUpCode } from '@goodword/server/referring/codes/look-up-codes'
import { readReferralPage } from '@goodword/server/referring/referrals/read-queue'
import { newcomer } from '@goodword/server/tracking/newcomer'
import { acceptedOf, track } from '@goodword/server/tracking/track'
import type { SampleUser } from '../dataset/sample-users.ts'
import { turnOf } from '../scenarios/turn-of.ts'

/** The tenant and the users of the measured operations; `number` was never used before on its database. */
export type Ground = {
  readonly ctx: Context
  readonly tenantId: TenantId
  readonly referrers: readonly SampleUser[]
  /** Accounts that are attributed and did not pay yet: each is converted once. */
  readonly friends: readonly string[]
}

export type Operation = {
  readonly name: string
  /** How many callers there are, each of which waits for its own answer. */
  readonly callers: number
  readonly calls: number
  /** Friends in progress that are added before each round. */
  readonly needsFriends?: true
  readonly prepare?: (ground: Ground, calls: number) => Promise<void>
  readonly run: (ground: Ground, number: number, index: number) => Promise<unknown>
}

let lastNumber = 0

/** A number that no row has yet, on any of the databases. */
export function nextNumber(): number {
  lastNumber += 1
  return lastNumber
}

/** A new account that starts its trial with the code of another user. */
export function attribute({ ctx, tenantId, referrers }: Ground, number: number): Promise<unknown> {
  const commands: Command[] = [
    { kind: 'describe', billingIntervalType: 'MONTH', billingIntervalValue: 1, value: 49.9 },
    { kind: 'attribute', evidence: 'explicit', code: turnOf(referrers, number).code as ReferralCode },
    { kind: 'report', status: 'TRIAL' },
  ]
  return trackOne(ctx, tenantId, `n${number}`, commands)
}

/** A new account with its first user. */
export function identify(ctx: Context, tenantId: TenantId, number: number): Promise<unknown> {
  const command: Command = { kind: 'identify', userId: `u${number}` as UserId, newcomer: newcomer(ctx) }
  return trackOne(ctx, tenantId, `i${number}`, [command])
}

function convert({ ctx, tenantId, friends }: Ground, _number: number, index: number): Promise<unknown> {
  return trackOne(ctx, tenantId, turnOf(friends, index), [
    { kind: 'describe' },
    { kind: 'report', status: 'PAID' },
  ])
}

function lookUp({ ctx, tenantId, referrers }: Ground, _number: number, index: number): Promise<unknown> {
  return lookUpCode(ctx, tenantId, turnOf(referrers, index).code as ReferralCode)
}

async function trackOne(ctx: Context, tenantId: TenantId, id: string, commands: Command[]): Promise<void> {
  const call: Call = { accountId: id as AccountId, source: 'server', commands }
  acceptedOf(await track(ctx, tenantId, { call, actor: 'server' }))
}

const page = { limit: 50, cursor: null, countAll: false }
/** Twice as many are enqueued as are taken, so that a repeated transaction does not run out of them. */
const JOBS_AT_ONCE = 10
const LEASE_MS = 60_000

/** The operations that carry the load of the service, from the single read to the largest natural batch. */
export const operations: readonly Operation[] = [
  {
    name: 'read an account',
    callers: 1,
    calls: 150,
    run: ({ ctx, tenantId, referrers }, _number, index) =>
      readAccount(ctx, tenantId, turnOf(referrers, index).accountId as AccountId),
  },
  {
    name: 'look up a code',
    callers: 1,
    calls: 150,
    run: lookUp,
  },
  {
    name: 'look up a code, 32 callers',
    callers: 32,
    calls: 1600,
    run: lookUp,
  },
  {
    name: 'first page of 50 referrals',
    callers: 1,
    calls: 60,
    run: ({ ctx, tenantId }) => readReferralPage(ctx, tenantId, {}, page),
  },
  { name: 'attribution', callers: 1, calls: 100, run: attribute },
  {
    name: 'conversion',
    callers: 1,
    calls: 100,
    needsFriends: true,
    run: convert,
  },
  {
    name: 'identification, 32 callers',
    callers: 32,
    calls: 1600,
    run: (it, number) => identify(it.ctx, it.tenantId, number),
  },
  { name: 'attribution, 32 callers', callers: 32, calls: 1600, run: attribute },
  {
    name: 'conversion, 32 callers',
    callers: 32,
    calls: 960,
    needsFriends: true,
    run: convert,
  },
  { name: 'attribution, 128 callers', callers: 128, calls: 3200, run: attribute },
  // Two transactions of the largest batch at the same time.
  { name: 'attribution, 400 callers', callers: 400, calls: 6000, run: attribute },
  {
    name: 'conversion, 400 callers',
    callers: 400,
    calls: 3200,
    needsFriends: true,
    run: convert,
  },
  {
    name: 'find tenants with jobs',
    callers: 1,
    calls: 40,
    run: ({ ctx }) => findCandidates(ctx.db, { tenant: '', testClock: '' }, 50),
  },
  {
    name: 'take 10 jobs',
    callers: 1,
    calls: 60,
    prepare: ({ ctx, tenantId }, calls) =>
      ctx.writeTenant(tenantId, async (tx) =>
        enqueueJobs(
          tx,
          Array.from({ length: 2 * calls * JOBS_AT_ONCE }, () => ({
            kind: 'CUSTOMER',
            subject: tx.newId<ProviderId>(),
          })),
        ),
      ),
    async run({ ctx, tenantId }) {
      const taken = await takeReadyJobs(ctx, tenantId, LEASE_MS, JOBS_AT_ONCE, [])
      if (taken.length < JOBS_AT_ONCE)
        throw new Error(`${taken.length} jobs were taken instead of ${JOBS_AT_ONCE}`)
    },
  },
]
