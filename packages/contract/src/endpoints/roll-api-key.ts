import { Type } from 'typebox'
import { exampleApiKey, KeyRoll, keyId, RolledApiKey } from '../api-key.ts'
import { endpoint } from '../endpoint.ts'

export const rollApiKey = endpoint({
  name: 'rollApiKey',
  tag: 'Keys',
  method: 'POST',
  path: '/api-keys/{keyId}/roll',
  summary: 'Roll an API key',
  description:
    'Replaces an API key with a new one that has the same name, scopes and expiry, and returns it; rolled by a key that expires sooner, it expires with that one. The previous key keeps working for `overlapHours`, unless it was to expire sooner; with 0 it stops within five seconds. A key can roll keys with no more scopes than its own. A repeated request fails with `API_KEY_ENDED` unless it has the same `Idempotency-Key`.',
  scope: 'admin',
  refusesUnknownFields: true,
  needsRecentSignIn: true,
  repeated: 'is refused',
  params: Type.Object({ keyId: keyId() }),
  query: Type.Object({}),
  body: KeyRoll,
  success: { 200: RolledApiKey },
  isAnswerSecret: true,
  refusals: ['API_KEY_NOT_FOUND', 'API_KEY_ENDED', 'TOO_MANY_API_KEYS'],
  example: {
    body: { overlapHours: 24 },
    answer: {
      ...exampleApiKey,
      id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d62',
      lastFour: 'pL02',
      apiKey: 'gw_live_Hn2s…',
      rolled: {
        ...exampleApiKey,
        dateExpires: 1_783_586_400_000,
        replacedBy: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d62',
      },
    },
  },
})
