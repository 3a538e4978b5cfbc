import { Type } from 'typebox'
import { exampleSigningKey, KeyRoll, RolledSigningKey } from '../api-key.ts'
import { endpoint } from '../endpoint.ts'

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
