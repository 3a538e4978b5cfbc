import { Refusal } from '@goodword/contract/frame/refusal'
import { isUuid, type KeyId } from '@goodword/domain/values/ids'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { type ApiKeyRow, loadApiKey } from '../../frame/rows/api-keys.ts'

/** @throws Refusal API_KEY_NOT_FOUND when no key of the tenant has the ID */
export async function existingApiKey(tx: TenantTx, keyId: string): Promise<ApiKeyRow> {
  const key = isUuid(keyId) ? await loadApiKey(tx, keyId as KeyId) : null
  if (key !== null) return key
  throw new Refusal('API_KEY_NOT_FOUND', 'No API key has this ID. Use an ID from GET api-keys.', 'keyId')
}
