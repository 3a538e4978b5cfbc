import { Refusal } from '@goodword/contract/refusal'
import type { Account } from '@goodword/domain/account'
import type { Call, Source } from '@goodword/domain/command'
import type { TenantId } from '@goodword/domain/ids'
import type { Currency } from '@goodword/domain/money'
import { type Decision, track as decide, type Tracking, type TrackingState } from '@goodword/domain/tracking'
import { BatchPerTenant } from '../../platform/batching/natural-batch.ts'
import { DatabaseUnavailable } from '../../store/driver/database-error.ts'
import { followAtProcessor } from '../billing/follow-at-processor.ts'
import type { Context, Transaction } from '../context.ts'
import { type ErasedInCalls, findErased, withPlaceholders } from '../erasure/erased-in-calls.ts'
import { type Loaded, loadTrackingState } from './load.ts'
import { type Change, type Happened, type Person, saveChanges } from './save.ts'

/** A call with who made it, as the timeline shows it. */
export type IncomingCall = { readonly call: Call; readonly actor: Actor }
export type Actor = Source

/** What a call came to and when by the tenant's clock, with the currency of prices that came without one. */
export type Tracked = {
  readonly decision: Decision
  readonly programCurrency: Currency
  readonly now: number
  /** The call identified an erased person, so nothing of it is stored. */
  readonly isErased?: true
}

/** More calls than this wait for the next transaction: it keeps answers quick and locks short. */
const LARGEST_BATCH = 200
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
    largest: LARGEST_BATCH,
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
  const calls = incoming.map((it) => it.call)
  const { state, stored, closings, hasErasures } = await loadTrackingState(tx, calls)
  const programCurrency = state.program.currency
  const erased = hasErasures ? await findErased(tx, state, calls) : null
  if (erased !== null) return trackWithErased(tx, incoming, erased, programCurrency)
  const tracking = decide(state, calls)
  const changes = changesOf(state, stored, tracking)
  saveChanges(tx, changes, happenedIn(tracking, incoming), givenCodes(state, tracking), closings)
  if (state.program.isProcessorConnected) followAtProcessor(tx, changes)
  return tracking.decisions.map((decision) => ({ decision, programCurrency, now: tx.now }))
}

/** Calls that identify erased people have their decisions; the others are tracked with placeholders for what they name. */
async function trackWithErased(
  tx: Transaction,
  incoming: readonly IncomingCall[],
  erased: ErasedInCalls,
  programCurrency: Currency,
): Promise<readonly Tracked[]> {
  const others = incoming
    .filter((_, index) => !erased.decisions.has(index))
    .map(({ call, actor }) => ({ call: withPlaceholders(call, erased), actor }))
  const tracked = others.length === 0 ? [] : await trackIn(tx, others)
  const next = tracked.values()
  return incoming.map((_, index): Tracked => {
    const decision = erased.decisions.get(index)
    if (decision !== undefined) return { decision, programCurrency, now: tx.now, isErased: true }
    const { value } = next.next()
    if (value === undefined) throw new Error('decision of a call not found')
    return value
  })
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
    const actor = incoming[index]?.actor
    if (decision.kind === 'refused' || actor === undefined) return []
    return decision.outcomes.map((outcome) => ({ actor, outcome }))
  })
}
