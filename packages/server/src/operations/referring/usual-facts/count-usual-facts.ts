import type { TenantId } from '@goodword/domain/values/ids'
import { readUsualFacts, saveUsualFacts } from '../../../store/referrals/usual-facts.ts'
import type { Context } from '../../foundation/context.ts'

/** Counts and keeps what is usual among the referrals of a tenant. Limits of fraud rules follow it. */
export async function countUsualFacts(ctx: Context, tenantId: TenantId): Promise<void> {
  const usual = await ctx.readTenant(tenantId, (tx) => readUsualFacts(tx, tx.now))
  await ctx.writeTenant(tenantId, async (tx) => saveUsualFacts(tx, usual, tx.now))
}
