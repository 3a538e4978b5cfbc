import { sessionCookieName } from '../operations/administration/staff/auth-names.ts'
import { findStaffMember } from '../operations/administration/staff/read-session.ts'
import type { Context } from '../operations/foundation/context.ts'
import { recordIntegrationActivity } from '../operations/foundation/integration-activity.ts'
import { allowedOrigins } from '../operations/foundation/program/admission-settings.ts'
import { findEnabledTenant, findKeyHolder } from '../operations/foundation/tenants/find-caller.ts'
import { pageAddress } from '../operations/referring/hosted-page/page-address.ts'
import type { Callers } from './access/authenticate.ts'
import { requireOwnOrigin } from './access/own-origin.ts'
import { libraryHeaders } from './requests/library-headers.ts'

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
