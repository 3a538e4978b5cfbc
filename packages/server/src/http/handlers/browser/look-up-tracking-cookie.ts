import type { lookUpTrackingCookie } from '@goodword/contract/endpoints/look-up-tracking-cookie'
import { noteSighting } from '../../../operations/foundation/sightings.ts'
import { readActiveCode } from '../../active-code.ts'
import type { Handler } from '../../server/handler.ts'

const DAY_SECONDS = 86_400

/** The time is the server's: of two cookies the later one counts, independent of the browser's clock. */
export const handleLookUpTrackingCookie: Handler<typeof lookUpTrackingCookie> = async (
  ctx,
  { tenant: { tenantId }, params },
) => {
  const { code, settings } = await readActiveCode(ctx, tenantId, params.code)
  noteSighting(ctx, tenantId, 'CODE_LOOKED_UP')
  return {
    name: `_gw_${tenantId}`,
    value: `${code.code}.${Math.floor(ctx.clock.now() / 1000)}`,
    maxAgeSeconds: settings.cookieDays * DAY_SECONDS,
    consentMode: settings.consentMode,
  }
}
