import type { Call } from '@goodword/domain/referrals/command'
import type { ProviderId, TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../frame/context.ts'
import type { RunCustomer } from '../frame/jobs/run-now.ts'
import { type Tracked, track } from './track.ts'

/** The merchant's server waits for the answer. */
const LOOK_MS = 2_000

/**
 * Tracks a call of the merchant's server that may name the account's customer. If the account has another one, the payment
 * processor is asked for that first, because it may be gone since the last look. What was known of it before counts where
 * the processor does not answer in time.
 */
export async function trackCustomer(
  ctx: Context,
  tenantId: TenantId,
  call: Call,
  runCustomer: RunCustomer,
): Promise<Tracked> {
  const tracked = await track(ctx, tenantId, { call, actor: 'server' })
  const former = tracked.decision.kind === 'refused' ? tracked.decision.refused.unlessGone : undefined
  if (former === undefined) return tracked
  const run = await runCustomer(tenantId, former, AbortSignal.timeout(LOOK_MS))
  const again = await track(ctx, tenantId, { call: inPlaceOf(call, former), actor: 'server' })
  const isAsked = run === 'UNCHANGED' || run === 'CHANGED'
  return isAsked || again.decision.kind === 'accepted' ? again : tracked
}

function inPlaceOf(call: Call, former: ProviderId): Call {
  const commands = call.commands.map((it) => (it.kind === 'bind' ? { ...it, inPlaceOf: former } : it))
  return { ...call, commands }
}
