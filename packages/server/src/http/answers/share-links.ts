import type { ShareLinks } from '@goodword/contract/user'
import type { TenantId } from '@goodword/domain/ids'
import type { ReferralCode } from '@goodword/domain/referral-code'
import type { RouteDependencies } from '../route-dependencies.ts'

/** What the base address of share links depends on. */
export type LinkPlaces = Pick<RouteDependencies, 'baseUrl' | 'domains'>

/**
 * The links that lead to a program's landing page with this code, on the tenant's own domain if it has one; `via` says
 * which medium a link was made for.
 */
export function shareLinks(
  { baseUrl, domains }: LinkPlaces,
  tenantId: TenantId,
  code: ReferralCode,
): ShareLinks {
  const host = domains.hostOf(tenantId)
  const direct = host === null ? `${baseUrl}/r/${tenantId}/${code}` : `https://${host}/${code}`
  return {
    direct,
    email: `${direct}?via=email`,
    twitter: `${direct}?via=twitter`,
    facebook: `${direct}?via=facebook`,
    linkedin: `${direct}?via=linkedin`,
    whatsapp: `${direct}?via=whatsapp`,
  }
}
