import { Refusal } from '@goodword/contract/frame/refusal'
import { isTenantAlias } from '@goodword/domain/values/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../frame/context.ts'
import type { Tenant } from '../../frame/http/access/authenticate.ts'
import type { FullSettings } from '../../frame/program/program-of.ts'
import { readSettings } from '../../frame/program/read-settings.ts'
import { findEnabledTenant } from '../../frame/tenants/find-caller.ts'
import { PAGE_SESSION_MS } from '../../referring/hosted-page/page-session.ts'

/** The page of a program, as a visitor reaches it: at the service, or on the merchant's own domain. */
export type PageSite = {
  readonly tenant: Tenant
  readonly settings: FullSettings
  readonly origin: string
  /** The path of the page, which the cookie is bound to. */
  readonly path: string
}

/** Finds the page of an alias; null if there is none. */
export async function findPage(
  ctx: Context,
  { customDomain }: FastifyRequest,
  alias: string,
): Promise<PageSite | null> {
  const tenant = isTenantAlias(alias) ? await findEnabledTenant(ctx, alias) : null
  if (tenant === null) return null
  const settings = await readSettings(ctx, tenant.tenantId)
  if (!settings.hostedPage.enabled || settings.emails === null) return null
  const root = customDomain === null ? `${ctx.baseUrl}/p/${alias}` : `https://${customDomain}/p`
  const { origin, pathname } = new URL(root)
  return { tenant, settings, origin, path: pathname }
}

const COOKIE = 'gw_page'

/** The token of the session in the cookie of the page; an empty text for none. */
export function sessionToken({ headers }: FastifyRequest): string {
  const cookies = (headers.cookie ?? '').split(';').map((it) => it.trim())
  return cookies.find((it) => it.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? ''
}

/** Keeps a session in the browser: for this page alone, and out of reach of scripts. */
export function setSessionCookie(reply: FastifyReply, site: PageSite, token: string): void {
  reply.header('Set-Cookie', `${COOKIE}=${token}; Max-Age=${PAGE_SESSION_MS / 1000}; ${attributesOf(site)}`)
}

/** Removes the session from the browser, and the tracking cookie that share links of the program set. */
export function clearCookies(reply: FastifyReply, site: PageSite): void {
  const secure = site.origin.startsWith('https:') ? '; Secure' : ''
  reply.header('Set-Cookie', [
    `${COOKIE}=; Max-Age=0; ${attributesOf(site)}`,
    `_gw_${site.tenant.tenantId}=; Max-Age=0; Path=/; SameSite=Lax${secure}`,
  ])
}

function attributesOf({ origin, path }: PageSite): string {
  return `Path=${path}; HttpOnly; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`
}

/**
 * Rejects a form that a page of another site sent. Browsers say with `Sec-Fetch-Site` where a request comes from; those that
 * do not, send `Origin`.
 *
 * @throws Refusal FORBIDDEN_ORIGIN
 */
export function requireOwnPage({ headers }: FastifyRequest, { origin }: PageSite): void {
  const site = headers['sec-fetch-site']
  if (site === undefined ? headers.origin === origin : site === 'same-origin') return
  throw new Refusal(
    'FORBIDDEN_ORIGIN',
    'The request does not come from this page. Open the page, and try again.',
  )
}
