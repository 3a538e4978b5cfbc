import { Refusal } from '@goodword/contract/frame/refusal'
import type { Decision } from '@goodword/domain/tracking/tracking'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Currency } from '@goodword/domain/values/money'
import { BatchPerTenant } from '../engine/batching/natural-batch.ts'
import { DatabaseUnavailable } from '../engine/driver/database-error.ts'
import type { Context, Transaction } from '../frame/context.ts'
import { decideIn, type IncomingCall } from './decide-calls.ts'
import { saveIn } from './save-decided.ts'

/** The decision about a call with its time on the tenant's clock, and the currency of prices without one. */
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

/** @throws Refusal with the reason of a refused call */
export function acceptedOf({ decision }: Tracked): AcceptedDecision {
  if (decision.kind === 'accepted') return decision
  const { code, message, param } = decision.refused
  throw new Refusal(code, message, param)
}

type AcceptedDecision = Extract<Decision, { readonly kind: 'accepted' }>
