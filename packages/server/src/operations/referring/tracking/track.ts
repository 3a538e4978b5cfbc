import { Refusal } from '@goodword/contract/refusal'
import type { Account } from '@goodword/domain/account'
import type { Call, Command, Source } from '@goodword/domain/command'
import type { TenantId } from '@goodword/domain/ids'
import type { Currency } from '@goodword/domain/money'
import { type Decision, track as decide, type Tracking, type TrackingState } from '@goodword/domain/tracking'
import { BatchPerTenant } from '../../../platform/batching/natural-batch.ts'
import { DatabaseUnavailable } from '../../../store/driver/database-error.ts'
import type { Note } from '../../../store/events/events.ts'
import type { Context, Transaction } from '../../foundation/context.ts'
import { type ErasedInCalls, findErased, withPlaceholders } from '../../foundation/erased/erased-in-calls.ts'
import { enqueueJobs } from '../../foundation/jobs/enqueue-job.ts'
import { followAtProcessor } from './follow-at-processor.ts'
import { type Loaded, loadTrackingState } from './load.ts'
import { type Change, type Happened, type Person, saveChanges } from './save.ts'

/** A call with who made it, as the timeline shows it. A note stands at the first outcome of its call. */
export type IncomingCall = { readonly call: Call; readonly actor: Actor; readonly note?: Note }
/** `import` is a file of the merchant's, about what happened elsewhere. */
export type Actor = Source | 'import' | 'staff' | 'service'

/** What a call came to and when by the tenant's clock, with the currency of prices that came without one. */
export type Tracked = {
  readonly decision: Decision
  readonly programCurrency: Currency
  readonly now: number
  /** The call identified an erased person, so nothing of it is stored. */
  readonly isErased?: true
}

/** More calls than this wait for the next transaction: it keeps answers quick and locks short. */
const MAX_BATCH = 200
/** Two per tenant keep the database busy while one batch is being decided; more only wait for each other. */
const BATCHES_AT_ONCE = 2

/**
 * The only entry point to tracking. Calls of a tenant that wait at the same time share a transaction; each gets its own
 * decision. An accepted call is durable when it is answered.
 */
export function track(ctx: Context, tenantId: TenantId, incoming: IncomingCall): Promise<Tracked> {
  return ctx.singleton(trackingBatches).add(tenantId, incoming)
}

function trackingBatches(ctx: Context): BatchPerTenant<IncomingCall, Tracked> {
  return new BatchPerTenant((tenantId) => ({
    name: 'tracking',
    run: (incoming) => trackList(ctx, tenantId as TenantId, incoming),
    largest: MAX_BATCH,
    runsAtOnce: BATCHES_AT_ONCE,
    subjectOf: ({ call }) => call.accountId,
  }))
}

/** A list that the database rejects is halved until the invalid call is alone, so that the other calls succeed. */
async function trackList(
  ctx: Context,
  tenantId: TenantId,
  incoming: readonly IncomingCall[],
): Promise<readonly PromiseSettledResult<Tracked>[]> {
  try {
    const tracked = await ctx.writeTenant(tenantId, (tx) => trackIn(tx, incoming))
    return tracked.map((value) => ({ status: 'fulfilled', value }))
  } catch (reason) {
    if (incoming.length === 1 || reason instanceof DatabaseUnavailable)
      return incoming.map(() => ({ status: 'rejected', reason }))
    const middle = Math.ceil(incoming.length / 2)
    const first = await trackList(ctx, tenantId, incoming.slice(0, middle))
    return [...first, ...(await trackList(ctx, tenantId, incoming.slice(middle)))]
  }
}

/** Reads, decides and writes inside a transaction of the caller's, which decides whether refusals undo it. */
export async function trackIn(
  tx: Transaction,
  incoming: readonly IncomingCall[],
): Promise<readonly Tracked[]> {
  const decided = await decideIn(tx, incoming)
  saveIn(tx, decided)
  const programCurrency = decided.loaded.state.program.currency
  return decided.decisions.map((decision, index): Tracked => {
    const tracked = { decision, programCurrency, now: tx.now }
    return decided.erased.has(index) ? { ...tracked, isErased: true } : tracked
  })
}

/** What calls come to, before anything of it is written. */
export type Decided = {
  readonly loaded: Loaded
  /** The decisions of tracking, and the calls that they are about. */
  readonly tracking: Tracking
  readonly tracked: readonly IncomingCall[]
  /** One for each call that was given. */
  readonly decisions: readonly Decision[]
  /** The positions of calls that identify erased people: nothing of them is stored. */
  readonly erased: ReadonlySet<number>
}

/** Reads and decides. The accounts stay locked until the end of the transaction. */
export async function decideIn(tx: Transaction, incoming: readonly IncomingCall[]): Promise<Decided> {
  const calls = incoming.map((it) => it.call)
  const loaded = await loadTrackingState(tx, calls)
  const erased = loaded.hasErasures ? await findErased(tx, loaded.state, calls) : null
  if (erased !== null) return decideOthers(tx, incoming, erased, loaded)
  const tracking = decide(loaded.state, calls)
  return { loaded, tracking, tracked: incoming, decisions: tracking.decisions, erased: new Set() }
}

/** Calls that identify erased people have their decisions; the others are tracked with placeholders for what they name. */
async function decideOthers(
  tx: Transaction,
  incoming: readonly IncomingCall[],
  erased: ErasedInCalls,
  loaded: Loaded,
): Promise<Decided> {
  const others = incoming
    .filter((_, index) => !erased.decisions.has(index))
    .map((it) => ({ ...it, call: withPlaceholders(it.call, erased) }))
  const tracking = decide(loaded.state, [])
  const nothing: Decided = { loaded, tracking, tracked: [], decisions: [], erased: new Set() }
  const decided = others.length === 0 ? nothing : await decideIn(tx, others)
  const next = decided.decisions.entries()
  const found = incoming.map((_, index): { decision: Decision; isErased: boolean } => {
    const own = erased.decisions.get(index)
    if (own !== undefined) return { decision: own, isErased: true }
    const { value } = next.next()
    if (value === undefined) throw new Error('decision of a call not found')
    return { decision: value[1], isErased: decided.erased.has(value[0]) }
  })
  return {
    ...decided,
    decisions: found.map((it) => it.decision),
    erased: new Set(found.flatMap((it, index) => (it.isErased ? [index] : []))),
  }
}

/** Writes what was decided in this transaction. */
export function saveIn(tx: Transaction, { tracked, loaded, tracking }: Decided): void {
  const { state, stored, closings } = loaded
  const changes = changesOf(state, stored, tracking)
  saveChanges(tx, changes, happenedIn(tracking, tracked), givenCodes(state, tracking), closings)
  if (state.program.isProcessorConnected) followAtProcessor(tx, changes)
  followHolds(tx, tracking, tracked)
}

/**
 * A call that meets a block holds the referrer's side. The referrer is not locked for it, and may just have been unblocked:
 * the job that follows looks again.
 */
function followHolds(tx: Transaction, { decisions }: Tracking, incoming: readonly IncomingCall[]): void {
  const held = decisions.flatMap((decision, index) => {
    if (decision.kind === 'refused' || incoming[index]?.call.commands.some(isFollowing)) return []
    return decision.outcomes.filter(
      (it) => it.type === 'referral.moderated' && it.reason === 'REFERRER_BLOCKED',
    )
  })
  if (held.length === 0) return
  enqueueJobs(
    tx,
    held.flatMap(({ referrer }) =>
      referrer === undefined ? [] : [{ kind: 'FOLLOW_BLOCK', subject: referrer }],
    ),
  )
}

function isFollowing({ kind }: Command): boolean {
  return kind === 'followBlock'
}

/** @throws Refusal with the reason of a refused call */
export function acceptedOf({ decision }: Tracked): AcceptedDecision {
  if (decision.kind === 'accepted') return decision
  const { code, message, param } = decision.refused
  throw new Refusal(code, message, param)
}

type AcceptedDecision = Extract<Decision, { readonly kind: 'accepted' }>

/** An account that only refused calls named is not kept. */
function changesOf(
  state: TrackingState,
  stored: Loaded['stored'],
  tracking: Tracking,
): readonly Change<Account>[] {
  const accepted = new Set(
    tracking.decisions.flatMap((decision) => (decision.kind === 'accepted' ? [decision.account.id] : [])),
  )
  return [...tracking.accounts.values()].flatMap((after): Change<Account>[] => {
    if (!stored.has(after.id)) return accepted.has(after.id) ? [{ before: null, after }] : []
    const before = state.accounts.get(after.id)
    return before === undefined || before === after ? [] : [{ before, after }]
  })
}

/** The codes that the list gave to people. One that a later call of the list replaced was answered as well. */
function givenCodes(state: TrackingState, { decisions }: Tracking): readonly Person[] {
  const stored = [...state.accounts.values()].flatMap((it) => it.participants.map(({ code }) => code))
  const known = new Set([...state.codes.keys(), ...stored])
  return decisions.flatMap((decision): Person[] => {
    if (decision.kind === 'refused') return []
    const { key, participants } = decision.account
    const given = participants.filter(({ code }) => !known.has(code))
    for (const { code } of given) known.add(code)
    return given.map((participant) => ({ account: key, participant }))
  })
}

function happenedIn({ decisions }: Tracking, incoming: readonly IncomingCall[]): Happened[] {
  return decisions.flatMap((decision, index) => {
    const { actor, note } = incoming[index] ?? {}
    if (decision.kind === 'refused' || actor === undefined) return []
    return decision.outcomes.map((outcome, place) =>
      place === 0 && note !== undefined ? { actor, outcome, note } : { actor, outcome },
    )
  })
}
