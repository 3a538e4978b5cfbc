import type { FastifyRequest } from 'fastify'

/** What a request is about, as far as its path, query and body name it. */
export type NamedSubjects = { readonly accounts: readonly string[]; readonly codes: readonly string[] }

const ACCOUNT_FIELDS = ['accountId', 'account_id', 'referredAccountId', 'referringAccountId']
const CODE_FIELDS = ['code', 'referralCode', 'referral_code', 'couponCode', 'cookie_referral_code']
/** Longer texts name nothing. */
const MAX_LENGTH = 1024

/** Reads the accounts and referral codes that a request names, whether or not its shape is right. */
export function namedSubjects({ params, query, body, routeOptions }: FastifyRequest): NamedSubjects {
  // The account of `POST accountsync` is the body itself.
  const ownId = routeOptions?.url?.endsWith('/accountsync') === true ? [fieldOf(body, 'id')] : []
  const places = [params, query, body, fieldOf(body, 'referral')]
  const read = (names: readonly string[]) => places.flatMap((it) => names.map((name) => fieldOf(it, name)))
  return { accounts: texts([...ownId, ...read(ACCOUNT_FIELDS)]), codes: texts(read(CODE_FIELDS)) }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

function texts(values: readonly unknown[]): readonly string[] {
  const found = values.filter((it) => typeof it === 'string' && it !== '' && it.length <= MAX_LENGTH)
  return [...new Set(found.map(String))]
}
