import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { hostOfTenant } from '../share-links/known-domains.ts'

/** Where the hosted page of a tenant is: on its own domain if it has one. Without a slash at the end. */
export function pageAddress(ctx: Context, tenantId: TenantId): string {
  const host = hostOfTenant(ctx, tenantId)
  return host === null ? `${ctx.baseUrl}/p/${tenantId}` : `https://${host}/p`
}

/** The address of a link that signs in. */
export function linkWithToken(ctx: Context, tenantId: TenantId, token: string): string {
  return `${pageAddress(ctx, tenantId)}/enter/${token}`
}
