import type { ApiKey, SigningKey } from '@goodword/contract/keys/api-key'
import type { ApiKeyRow } from '../../frame/rows/api-keys.ts'
import type { SigningKeyDates } from '../../frame/rows/signing-keys.ts'

export function apiKeyAnswer(row: ApiKeyRow): ApiKey {
  return {
    ...signingKeyAnswer(row),
    name: row.name,
    lastFour: row.last_four,
    scopes: row.scopes,
    dateLastUsed: row.last_used_at,
    replacedBy: row.replaced_by,
  }
}

export function signingKeyAnswer(row: SigningKeyDates): SigningKey {
  return {
    id: row.id,
    dateCreated: row.created_at,
    dateExpires: row.expires_at,
    dateRevoked: row.revoked_at,
  }
}
