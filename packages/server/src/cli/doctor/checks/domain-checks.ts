import { DEMO_MERCHANT } from '../../../administration/demo/ensure-demo.ts'
import type { Context } from '../../../frame/context.ts'
import { settingsOf } from '../../../frame/program/program-of.ts'
import { claimsOfTenant } from '../../../frame/rows/domain-claims.ts'
import { loadProgram } from '../../../frame/rows/programs.ts'
import { listTenants } from '../../../frame/rows/tenants.ts'
import {
  cookieLifeSentence,
  type DomainCookies,
  lookUpCookieLife,
} from '../../../reporting/integration/look-up-cookie-life.ts'
import type { Check } from '../check.ts'

const MAX_NAMED = 5
const name = 'custom domains'

/** How long Safari keeps a cookie of the live programs' custom domains; for information, whatever comes of it. */
export async function checkCustomDomains(ctx: Context): Promise<Check> {
  const found: DomainCookies[] = []
  for (const { alias, enabled, mode, merchant } of await listTenants(ctx.db)) {
    if (!enabled || mode !== 'live' || merchant === DEMO_MERCHANT) continue
    const [claims, program] = await ctx.readTenant(alias, (tx) =>
      Promise.all([claimsOfTenant(tx), loadProgram(tx)]),
    )
    const cookies = await lookUpCookieLife(ctx, claims, settingsOf(program.settings).landingPage)
    if (cookies !== null) found.push(cookies)
  }
  if (found.length === 0) return { name, ok: true, message: 'No live program has a custom domain.' }
  const short = found.filter(({ life }) => life !== 'FULL')
  const shown = (short.length > 0 ? short : found).slice(0, MAX_NAMED).map(cookieLifeSentence).join(' ')
  return { name, ok: true, ...(short.length > 0 ? { advice: true } : {}), message: shown }
}
