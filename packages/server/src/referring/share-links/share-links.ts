import type { ShareLinks } from '@goodword/contract/users/user'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { hostOfTenant } from './known-domains.ts'

/**
 * The links that lead to a program's landing page with this code, on the tenant's own domain if it has one; `via` is
 * the medium of a link.
 */
export function shareLinks(ctx: Context, tenantId: TenantId, code: ReferralCode): ShareLinks {
  const direct = shareLinkAt(ctx, hostOfTenant(ctx, tenantId), tenantId, code)
  return {
    direct,
    email: `${direct}?via=email`,
    twitter: `${direct}?via=twitter`,
    facebook: `${direct}?via=facebook`,
    linkedin: `${direct}?via=linkedin`,
    whatsapp: `${direct}?via=whatsapp`,
  }
}

/** The share link with a code on a custom domain; null stands for the address of the service. */
export function shareLinkAt(ctx: Context, host: string | null, tenantId: TenantId, code: string): string {
  return host === null ? `${ctx.baseUrl}/r/${tenantId}/${code}` : `https://${host}/${code}`
}
