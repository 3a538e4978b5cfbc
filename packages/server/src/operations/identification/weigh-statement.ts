import { Refusal } from '@goodword/contract/refusal'
import type { AccountId, TenantId, UserId } from '@goodword/domain/ids'
import type { CryptoKey } from 'jose'
import { isJsonObject, readToken } from './json-web-token.ts'
import type { SigningKeys } from './signing-keys.ts'
import { meansTheSame, type UserFields, userFieldNames, userFieldsOf } from './user-fields.ts'

/** What a browser says of a user, with whatever signatures came along. */
export type Statement = {
  readonly accountId: AccountId
  readonly userId: UserId
  readonly fields: UserFields
  /** JSON Web Tokens. */
  readonly tokens: readonly string[]
}

/** The same, by whose word it is: the merchant's server vouched for some of it, the rest is the browser's alone. */
export type WeighedStatement = {
  readonly isSigned: boolean
  readonly vouched: UserFields
  readonly unvouched: UserFields
}

/** Throws a Refusal SIGNATURE_INVALID when a token is wrong or what it vouches for is contradicted. */
export type WeighStatement = (tenantId: TenantId, statement: Statement) => Promise<WeighedStatement>

/** Tells what of a browser's call the merchant's server has signed. `now` is the machine's clock. */
export function statementWeigher(
  signingKeys: SigningKeys,
  now: (tenantId: TenantId) => number,
): WeighStatement {
  return async (tenantId, statement) => {
    const { fields, tokens } = statement
    if (tokens.length === 0) return { isSigned: false, vouched: {}, unvouched: fields }
    const keys = await signingKeys(tenantId)
    const words = await Promise.all(tokens.map((token) => vouchedBy(token, keys, now(tenantId), statement)))
    const vouched: UserFields = Object.assign({}, ...words)
    return { isSigned: true, vouched, unvouched: without(fields, vouched) }
  }
}

/** What a token vouches for, after holding it against all that the call says. */
async function vouchedBy(
  token: string,
  keys: readonly CryptoKey[],
  now: number,
  { accountId, userId, fields }: Statement,
): Promise<UserFields> {
  const reading = await readToken(token, keys, now)
  if ('problem' in reading) throw wrongToken(reading.problem, null)
  const { user } = reading.claims
  if (!isJsonObject(user)) throw wrongToken('has no object "user"', null)
  if (user.accountId !== accountId) throw contradiction('accountId', 'account_id')
  if (user.id !== userId) throw contradiction('id', 'user_id')
  const vouched = userFieldsOf(user)
  for (const name of userFieldNames) {
    const [said, signed] = [fields[name], vouched[name]]
    if (said !== undefined && signed !== undefined && !meansTheSame(name, said, signed)) {
      throw contradiction(name, wireName(name))
    }
  }
  return vouched
}

function without(fields: UserFields, vouched: UserFields): UserFields {
  const rest = userFieldNames.filter((name) => fields[name] !== undefined && vouched[name] === undefined)
  return Object.fromEntries(rest.map((name) => [name, fields[name]])) as UserFields
}

/** `firstName` of a token is `first_name` of the body. */
function wireName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function contradiction(signed: string, said: string): Refusal {
  return wrongToken(`has a "user.${signed}" that differs from the "${said}" in the request`, said)
}

function wrongToken(problem: string, param: string | null): Refusal {
  return new Refusal(
    'SIGNATURE_INVALID',
    `The token ${problem}. Create a new token for this user on your server.`,
    param ?? 'jwt',
  )
}
