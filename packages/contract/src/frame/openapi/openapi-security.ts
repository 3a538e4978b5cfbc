import { Type } from 'typebox'
import type { Endpoint } from '../endpoint.ts'
import type { JsonObject } from './openapi-components.ts'

const KEY_SCHEME = 'apiKey'
const SESSION_SCHEME = 'staffSession'
const USER_SCHEME = 'userToken'

/** How requests can authenticate. */
export const securitySchemes: JsonObject = {
  [KEY_SCHEME]: {
    type: 'http',
    scheme: 'basic',
    description: 'The API key as the user name with an empty password, or as the password.',
  },
  [SESSION_SCHEME]: {
    type: 'apiKey',
    in: 'cookie',
    name: 'goodword_session',
    description:
      'The session of a person of staff who signed in to the portal. With https its name is `__Host-goodword_session`.',
  },
  [USER_SCHEME]: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A JSON Web Token for one user, signed by your server with HS256 and the signing key of the program.',
  },
}

/** A browser call that identifies a user can be signed; `{}` means unsigned. */
export function securityOf({ scope, belongsTo, body }: Endpoint): readonly JsonObject[] {
  if (belongsTo === 'merchant') return [{ [SESSION_SCHEME]: [] }]
  if (scope !== null) return [{ [KEY_SCHEME]: [] }]
  return body !== null && Type.IsObject(body) && 'jwt' in body.properties ? [{}, { [USER_SCHEME]: [] }] : []
}

/** Who may call an operation, and what a call leaves behind, in sentences. */
export function callerSentence(endpoint: Endpoint): string {
  const noted = endpoint.showsPersonalData === true ? ' Each call leaves an entry in the audit log.' : ''
  return whoMayCall(endpoint) + noted
}

function whoMayCall(endpoint: Endpoint): string {
  if (endpoint.belongsTo === 'merchant') {
    return 'Needs a session of staff in the portal. API keys get `KEY_NOT_ALLOWED`, because this belongs to the merchant and not to one program.'
  }
  return endpoint.scope === null
    ? 'Needs no API key.'
    : `Needs an API key with the scope \`${endpoint.scope}\`${alsoNeeded(endpoint)}.`
}

function alsoNeeded({ scopesOfQuery = {} }: Endpoint): string {
  const parts = Object.entries(scopesOfQuery).flatMap(([name, scopes]) =>
    Object.entries(scopes).map(([value, scope]) => `, with \`${name}=${value}\` also \`${scope}\``),
  )
  return parts.join('')
}
