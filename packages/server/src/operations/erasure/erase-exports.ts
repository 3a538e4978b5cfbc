import { expireExports } from '../exports/expire-exports.ts'
import type { ErasureStep } from './erasure-step.ts'

/** All exported files of the tenant, whatever they hold. After the rows that a file that begins anew is made of. */
export const eraseExports: ErasureStep = async ({ ctx, tenantId }) => {
  await ctx.writeTenant(tenantId, async (tx) => expireExports(tx))
}
