import { Type } from 'typebox'
import { ApiKeyWithSecret, exampleApiKey, NewApiKey } from '../api-key.ts'
import { endpoint } from '../endpoint.ts'

export const createApiKey = endpoint({
  name: 'createApiKey',
  tag: 'Keys',
  method: 'POST',
  path: '/api-keys',
  summary: 'Create an API key',
  description:
    'Creates an API key of the program and returns it; it cannot be retrieved later. A key can create keys with its own scopes only: a key without `money` gets `INSUFFICIENT_SCOPE` for a new key with `money`, and a key that expires needs a `dateExpires` no later than its own. A program can have 100 working keys in each mode.',
  scope: 'admin',
  refusesUnknownFields: true,
  needsRecentSignIn: true,
  repeated: 'is refused',
  params: Type.Object({}),
  query: Type.Object({}),
  body: NewApiKey,
  success: { 201: ApiKeyWithSecret },
  isAnswerSecret: true,
  refusals: ['API_KEY_NAME_TAKEN', 'TOO_MANY_API_KEYS'],
  example: {
    body: { name: 'Shop server', scopes: ['read', 'write'] },
    answer: { ...exampleApiKey, apiKey: 'gw_live_t5Gk…' },
  },
})
