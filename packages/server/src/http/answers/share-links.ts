import type { ShareLinks } from '@goodword/contract/user'
import type { TenantId } from '@goodword/domain/ids'
import type { ReferralCode } from '@goodword/domain/referral-code'

/** The links that lead to a program's landing page with this code; `via` says which medium a link was made for. */
export function shareLinks(baseUrl: string, tenantId: TenantId, code: ReferralCode): ShareLinks {
  const direct = `${baseUrl}/r/${tenantId}/${code}`
  return {
    direct,
    email: `${direct}?via=email`,
    twitter: `${direct}?via=twitter`,
    facebook: `${direct}?via=facebook`,
    linkedin: `${direct}?via=linkedin`,
    whatsapp: `${direct}?via=whatsapp`,
  }
}
