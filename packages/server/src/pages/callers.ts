import { findStaffMember } from '../administration/sign-in/read-session.ts'
import { sessionCookieName } from '../frame/auth-names.ts'
import type { Context } from '../frame/context.ts'
import type { Callers } from '../frame/http/access/authenticate.ts'
import { requireOwnOrigin } from '../frame/http/access/own-origin.ts'
import { libraryHeaders } from '../frame/http/requests/library-headers.ts'
import { recordIntegrationActivity } from '../frame/integration-activity.ts'
import { allowedOrigins } from '../frame/program/admission-settings.ts'
import { findEnabledTenant, findKeyHolder } from '../frame/tenants/find-caller.ts'
import { pageAddress } from '../referring/hosted-page/page-address.ts'

/** The queries about callers as a service answers them: from its database and its caches. */
export function callersOf(ctx: Context): Callers {
  return {
    async lookup(apiKey) {
      const holder = await findKeyHolder(ctx, apiKey)
      return holder === null ? null : { kind: 'key', ...holder }
    },
    async findStaff(request, alias) {
      const member = await findStaffMember(ctx, libraryHeaders(request), alias)
      return member === null ? null : { kind: 'staff', ...member }
    },
    sessionCookie: sessionCookieName(ctx.baseUrl),
    requireOwnOrigin: (headers) => requireOwnOrigin(headers, ctx.baseUrl),
    findTenant: (alias) => findEnabledTenant(ctx, alias),
    async allowedOrigins(tenantId) {
      const listed = await allowedOrigins(ctx, tenantId)
      // The hosted page on a domain of the merchant's own calls as the pages of the merchant do.
      return listed.length === 0 ? listed : [...listed, new URL(pageAddress(ctx, tenantId)).origin]
    },
    sawPage: (tenantId, origin) => recordIntegrationActivity(ctx, tenantId, 'PAGE', origin),
  }
}
