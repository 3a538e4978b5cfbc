import { Type } from 'typebox'
import { endpoint } from '../frame/endpoint.ts'
import { listOf, listQuery } from '../frame/list.ts'
import {
  ApiKey,
  ApiKeyWithSecret,
  exampleApiKey,
  exampleSigningKey,
  KeyRoll,
  keyId,
  NewApiKey,
  RolledApiKey,
  RolledSigningKey,
  SigningKey,
} from './api-key.ts'

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  tag: 'Keys',
  method: 'GET',
  path: '/api-keys',
  summary: 'List API keys',
  description:
    'Returns the API keys of the program, newest first, without the keys themselves. Keys that are revoked or expired are included.',
  scope: 'admin',
  params: Type.Object({}),
  query: listQuery({}),
  body: null,
  success: { 200: listOf('apiKeys', ApiKey) },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, apiKeys: [exampleApiKey] } },
})

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

export const listSigningKeys = endpoint({
  name: 'listSigningKeys',
  tag: 'Keys',
  method: 'GET',
  path: '/signing-keys',
  summary: 'List signing keys',
  description:
    'Returns the keys that sign browser calls of the program, newest first, without the keys themselves. Keys that have ended are included.',
  scope: 'admin',
  params: Type.Object({}),
  query: listQuery({}),
  body: null,
  success: { 200: listOf('signingKeys', SigningKey) },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, signingKeys: [exampleSigningKey] } },
})

export const rollSigningKey = endpoint({
  name: 'rollSigningKey',
  tag: 'Keys',
  method: 'POST',
  path: '/signing-keys/roll',
  summary: 'Roll the signing key',
  description:
    'Creates a new signing key and returns it. Tokens signed with the previous key are accepted for `overlapHours` more; with 0 they are refused within five seconds. A key that was rolled earlier ends immediately, so that at most two are valid. A repeat within five minutes returns the same key, so retries are safe.',
  scope: 'admin',
  refusesUnknownFields: true,
  needsRecentSignIn: true,
  params: Type.Object({}),
  query: Type.Object({}),
  body: KeyRoll,
  success: { 200: RolledSigningKey },
  isAnswerSecret: true,
  refusals: [],
  example: {
    body: { overlapHours: 24 },
    answer: {
      ...exampleSigningKey,
      id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d63',
      signingKey: 'gw_sign_Xt3R…',
      rolled: { ...exampleSigningKey, dateExpires: 1_783_586_400_000 },
    },
  },
})
