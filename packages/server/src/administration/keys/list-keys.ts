import type { ApiKey, SigningKey } from '@goodword/contract/keys/api-key'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { allApiKeys } from '../../frame/rows/api-keys.ts'
import { allSigningKeys } from '../../frame/rows/signing-keys.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { apiKeyAnswer, signingKeyAnswer } from './api-key-answer.ts'

type OwnId<Key> = Omit<Key, 'id'> & { readonly keyId: string }

/** The keys of a tenant, newest first, those that work no more included; never a key itself. */
export type ListedKeys = {
  readonly alias: TenantId
  readonly keys: readonly OwnId<Omit<ApiKey, 'replacedBy'>>[]
  readonly signingKeys: readonly OwnId<SigningKey>[]
}

/** @throws OperatorError for an unknown alias */
export async function listKeys(ctx: Context, alias: string): Promise<ListedKeys> {
  const tenant = await tenantNamed(ctx, alias)
  const [keys, signingKeys] = await Promise.all([
    allApiKeys(ctx.db, tenant.tenant_id),
    allSigningKeys(ctx.db, tenant.tenant_id),
  ])
  return {
    alias: tenant.tenant_id,
    keys: keys.map((row) => {
      const { id: keyId, replacedBy: _, ...key } = apiKeyAnswer(row)
      return { keyId, ...key }
    }),
    signingKeys: signingKeys.map((row) => {
      const { id: keyId, ...key } = signingKeyAnswer(row)
      return { keyId, ...key }
    }),
  }
}
