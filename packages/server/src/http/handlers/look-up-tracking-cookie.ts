import type { lookUpTrackingCookie } from '@goodword/contract/endpoints/look-up-tracking-cookie'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'
import { readWorkingCode } from '../working-code.ts'

const DAY_SECONDS = 86_400

/** The time is the server's: of two cookies the later one counts, independent of the browser's clock. */
export function handleLookUpTrackingCookie(it: RouteDependencies): Handler<typeof lookUpTrackingCookie> {
  return async ({ tenant: { tenantId }, params }) => {
    const { code, settings } = await readWorkingCode(it, tenantId, params.code)
    return {
      name: `_gw_${tenantId}`,
      value: `${code.code}.${Math.floor(it.now(tenantId) / 1000)}`,
      maxAgeSeconds: settings.cookieDays * DAY_SECONDS,
      consentMode: settings.consentMode,
    }
  }
}
