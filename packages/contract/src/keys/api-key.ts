import { scopes } from '@goodword/domain/staff/scope'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, recordId, requestedTime, time } from '../frame/values.ts'

/** How many working API keys a program may have in each mode. */
export const MAX_API_KEYS = 100
/** The longest time for which a replaced key keeps working: a year. */
const MAX_OVERLAP_HOURS = 8760

export const keyId = () => recordId('ID of the API key.')

const name = Type.String({
  // The rule for names fits: short, no control characters.
  format: 'person-name',
  minLength: 1,
  maxLength: 256,
  description:
    'What the key is for, such as the system that uses it. No two working keys have the same name.',
  examples: ['Shop server'],
})

const keyScopes = Type.Array(Type.Enum([...scopes]), {
  minItems: 1,
  maxItems: 10,
  description:
    'What the key may do: `read`; `write` accounts, users and referrals; `money` for rewards and credit; `admin` for the program, connections, keys and files.',
})

export const NewApiKey = Type.Object(
  {
    name,
    scopes: keyScopes,
    dateExpires: Type.Optional(requestedTime('When the key stops working; never if absent.')),
  },
  { title: 'NewApiKey' },
)
export type NewApiKey = ShapeOf<typeof NewApiKey>

export const KeyRoll = Type.Object(
  {
    overlapHours: Type.Integer({
      minimum: 0,
      maximum: MAX_OVERLAP_HOURS,
      description: 'For how many hours the previous key keeps working; 0 ends it within five seconds.',
      examples: [24],
    }),
  },
  { title: 'KeyRoll' },
)

const keyDates = {
  dateCreated: time('When the key was created.'),
  dateExpires: nullable(time('When the key stops, or stopped, working; null for never.')),
  dateRevoked: nullable(time('When the key was revoked; null if it was not.')),
}

const fields = {
  id: keyId(),
  name: nullable(Type.String({ description: 'What the key is for; null for keys without a name.' })),
  lastFour: Type.String({ description: 'The last four characters of the key.', examples: ['q7Xz'] }),
  scopes: keyScopes,
  ...keyDates,
  dateLastUsed: nullable(time('The hour in which the key was last used; null if never.')),
  replacedBy: nullable(recordId('ID of the key that this one was rolled to; null if it was not.')),
}

export const ApiKey = Type.Object(fields, {
  title: 'ApiKey',
  description: 'An API key, without the key itself.',
})
export type ApiKey = ShapeOf<typeof ApiKey>

const apiKey = Type.String({
  description: 'The API key. It is returned here only.',
  examples: ['gw_live_t5Gk…'],
})

export const ApiKeyWithSecret = Type.Object(
  { ...fields, apiKey },
  { title: 'ApiKeyWithSecret', description: 'An API key with the key itself.' },
)
export type ApiKeyWithSecret = ShapeOf<typeof ApiKeyWithSecret>

export const RolledApiKey = Type.Object(
  {
    ...fields,
    apiKey,
    rolled: Type.Object({ ...fields }, { description: 'The previous key, with when it stops working.' }),
  },
  { title: 'RolledApiKey', description: 'A new API key that replaces another one.' },
)
export type RolledApiKey = ShapeOf<typeof RolledApiKey>

const signingKeyFields = { id: recordId('ID of the signing key.'), ...keyDates }

export const SigningKey = Type.Object(signingKeyFields, {
  title: 'SigningKey',
  description: 'A key that signs browser calls, without the key itself.',
})
export type SigningKey = ShapeOf<typeof SigningKey>

export const RolledSigningKey = Type.Object(
  {
    ...signingKeyFields,
    signingKey: Type.String({
      description: 'The signing key. It is returned here only.',
      examples: ['gw_sign_Qw8x…'],
    }),
    rolled: nullable(
      Type.Object(signingKeyFields, {
        description: 'The previous key, with when it stops working; null if there was none.',
      }),
    ),
  },
  { title: 'RolledSigningKey', description: 'A new signing key.' },
)
export type RolledSigningKey = ShapeOf<typeof RolledSigningKey>

export const exampleApiKey: ApiKey = {
  id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d60',
  name: 'Shop server',
  lastFour: 'q7Xz',
  scopes: ['read', 'write'],
  dateCreated: 1_783_500_000_000,
  dateExpires: null,
  dateRevoked: null,
  dateLastUsed: null,
  replacedBy: null,
}

export const exampleSigningKey: SigningKey = {
  id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d61',
  dateCreated: 1_783_500_000_000,
  dateExpires: null,
  dateRevoked: null,
}
