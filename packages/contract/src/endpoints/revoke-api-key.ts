import { Type } from 'typebox'
import { ApiKey, exampleApiKey, keyId } from '../api-key.ts'
import { endpoint } from '../endpoint.ts'

export const revokeApiKey = endpoint({
  name: 'revokeApiKey',
  tag: 'Keys',
  method: 'DELETE',
  path: '/api-keys/{keyId}',
  summary: 'Revoke an API key',
  description:
    'Revokes an API key and returns it. It stops working within five seconds and is listed as revoked from then on. Revoking it again changes nothing. The last working key with the scope `admin` can be revoked by staff, not by an API key.',
  scope: 'admin',
  needsRecentSignIn: true,
  params: Type.Object({ keyId: keyId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: ApiKey },
  refusals: ['API_KEY_NOT_FOUND', 'LAST_ADMIN_KEY'],
  example: { answer: { ...exampleApiKey, dateRevoked: 1_783_600_000_000 } },
})
