import { Refusal } from '@goodword/contract/frame/refusal'
import type { AccountId, TenantId, UserId } from '@goodword/domain/values/ids'
import type { CryptoKey } from 'jose'
import { TtlCache } from '../../engine/caches/ttl-cache.ts'
import { verificationKey } from '../../engine/secrets/verification-key.ts'
import type { Context } from '../../frame/context.ts'
import { loadSigningKeys } from '../../frame/rows/signing-keys.ts'
import { isJsonObject, readToken } from './json-web-token.ts'
import { meansTheSame, type UserFields, userFieldNames, userFieldsOf } from './user-fields.ts'

/** A browser's identification of a user, with its signatures, if any. */
export type ClaimedIdentity = {
  readonly accountId: AccountId
  readonly userId: UserId
  readonly fields: UserFields
  /** JSON Web Tokens. */
  readonly tokens: readonly string[]
}

/** The identity by its source: the merchant's server signed some of it, the rest is the browser's alone. */
export type VerifiedIdentity = {
  readonly isSigned: boolean
  readonly verified: UserFields
  readonly unverified: UserFields
}

/**
 * Verifies the signed fields of a browser's call.
 *
 * @throws Refusal SIGNATURE_INVALID when a token is invalid, or when the call contradicts it
 */
export async function verifyIdentity(
  ctx: Context,
  tenantId: TenantId,
  identity: ClaimedIdentity,
): Promise<VerifiedIdentity> {
  const { fields, tokens } = identity
  if (tokens.length === 0) return { isSigned: false, verified: {}, unverified: fields }
  const keys = await liveSigningKeys(ctx, tenantId)
  const now = ctx.clock.now()
  const signed = await Promise.all(tokens.map((token) => verifiedBy(token, keys, now, identity)))
  const verified: UserFields = Object.assign({}, ...signed)
  return { isSigned: true, verified, unverified: without(fields, verified) }
}

/** The signed fields of a token, after a comparison with the fields of the call. */
async function verifiedBy(
  token: string,
  keys: readonly CryptoKey[],
  now: number,
  { accountId, userId, fields }: ClaimedIdentity,
): Promise<UserFields> {
  const result = await readToken(token, keys, now)
  if ('problem' in result) throw wrongToken(result.problem, null)
  const { user } = result.claims
  if (!isJsonObject(user)) throw wrongToken('has no object "user"', null)
  if (user.accountId !== accountId) throw contradiction('accountId', 'account_id')
  if (user.id !== userId) throw contradiction('id', 'user_id')
  const verified = userFieldsOf(user)
  for (const name of userFieldNames) {
    const [claimed, signed] = [fields[name], verified[name]]
    if (claimed !== undefined && signed !== undefined && !meansTheSame(name, claimed, signed)) {
      throw contradiction(name, wireName(name))
    }
  }
  return verified
}

function without(fields: UserFields, verified: UserFields): UserFields {
  const rest = userFieldNames.filter((name) => fields[name] !== undefined && verified[name] === undefined)
  return Object.fromEntries(rest.map((name) => [name, fields[name]])) as UserFields
}

/** `firstName` of a token is `first_name` of the body. */
function wireName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function contradiction(signed: string, claimed: string): Refusal {
  return wrongToken(`has a "user.${signed}" that differs from the "${claimed}" in the request`, claimed)
}

function wrongToken(problem: string, param: string | null): Refusal {
  return new Refusal(
    'SIGNATURE_INVALID',
    `The token ${problem}. Create a new token for this user on your server.`,
    param ?? 'jwt',
  )
}

/** Well below the 5 s within which an expired key must stop working. */
const MAX_AGE_MS = 3000
const MAX_ENTRIES = 10_000

type LiveKey = { readonly key: CryptoKey; readonly expiresAt: number | null }

/**
 * The valid signing keys of a tenant, newest first; empty for none. The list is a few seconds old at most, and the keys
 * expire by the machine's clock.
 */
export async function liveSigningKeys(ctx: Context, tenantId: TenantId): Promise<readonly CryptoKey[]> {
  const keys = (await ctx.singleton(keyCache).get(tenantId, () => load(ctx, tenantId))) ?? []
  const now = ctx.clock.now()
  return keys.filter((it) => it.expiresAt === null || it.expiresAt > now).map((it) => it.key)
}

function keyCache({ clock }: Context): TtlCache<readonly LiveKey[]> {
  return new TtlCache({ clock, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES })
}

async function load({ db, clock, secretBox }: Context, tenantId: TenantId): Promise<readonly LiveKey[]> {
  const rows = await loadSigningKeys(db, tenantId, clock.now())
  return Promise.all(
    rows.map(async (row) => {
      const about = { tenantId, purpose: 'signing-key', recordId: row.id } as const
      const key = await verificationKey(secretBox.open(row.secret_box, about))
      return { key, expiresAt: row.expires_at }
    }),
  )
}
