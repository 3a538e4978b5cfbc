import type { ApiKey, SigningKey } from '@goodword/contract/keys/api-key'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
import { listApiKeys } from '../../frame/rows/api-keys.ts'
import { listSigningKeys } from '../../frame/rows/signing-keys.ts'
import { apiKeyAnswer, signingKeyAnswer } from './api-key-answer.ts'

/** A page of the API keys of a tenant, never a key itself. */
export async function readApiKeys(
  ctx: Context,
  tenantId: TenantId,
  page: PageQuestion,
): Promise<Page<ApiKey>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) =>
    mapPage(await listApiKeys(tx, {}, tx.now, request), apiKeyAnswer),
  )
}

/** Returns a page of the signing keys of a tenant. */
export async function readSigningKeys(
  ctx: Context,
  tenantId: TenantId,
  page: PageQuestion,
): Promise<Page<SigningKey>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) =>
    mapPage(await listSigningKeys(tx, {}, tx.now, request), signingKeyAnswer),
  )
}
