import { expireExports } from '../../files/exports/expire-exports.ts'
import { dropRejected } from '../../files/imports/rejected-file/drop-rejected.ts'
import type { ErasureStep } from './erasure-step.ts'

/**
 * All exported files of the tenant and all rejected rows of its imports, whatever they hold. After the rows that a file that
 * begins anew is made of.
 */
export const eraseExports: ErasureStep = async ({ ctx, tenantId, requestedAt, signal }) => {
  await ctx.writeTenant(tenantId, async (tx) => expireExports(tx))
  await dropRejected(ctx, tenantId, requestedAt, signal)
}
