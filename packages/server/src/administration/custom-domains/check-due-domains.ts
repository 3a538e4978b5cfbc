import { Refusal } from '@goodword/contract/frame/refusal'
import { inParallel } from '../../engine/foundation/in-parallel.ts'
import { actorNamed } from '../../frame/actor.ts'
import type { Context } from '../../frame/context.ts'
import { type DueClaim, findDueClaims } from '../../frame/rows/domain-claims.ts'
import { checkTenantDomain } from './check-tenant-domain.ts'

const MAX_IN_A_RUN = 500
/** Name servers that do not answer take some seconds each. */
const AT_ONCE = 16

/** Checks the claims of all tenants that are due, those that wait longest first, until the signal ends it. */
export async function checkDueDomains(ctx: Context, signal: AbortSignal): Promise<void> {
  const service = ctx.actingAs(actorNamed('service'))
  const due = await findDueClaims(ctx.db, ctx.clock.now(), MAX_IN_A_RUN)
  await inParallel(due.values(), AT_ONCE, async (claim) => {
    if (signal.aborted) return false
    await check(service, claim, signal)
    return true
  })
}

async function check(
  ctx: Context,
  { tenant_id: tenantId, host }: DueClaim,
  signal: AbortSignal,
): Promise<void> {
  try {
    await checkTenantDomain(ctx, tenantId, host, signal)
  } catch (error) {
    // Removed since.
    if (!(error instanceof Refusal)) throw error
  }
}
