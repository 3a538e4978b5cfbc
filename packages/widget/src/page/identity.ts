/** The object of the `init` command, as it is sent to the service, which validates its values. */
export type Identity = Readonly<Record<string, unknown>>

/** Fields that release 1.0.0 of the script also sends and the service ignores: a signature does not cover them. */
const OWN_FIELDS = ['tenant_alias']

/** Null for what names no account. */
export function readIdentity(given: unknown): Identity | null {
  if (typeof given !== 'object' || given === null) return null
  const fields = Object.entries(given).filter(([name]) => !OWN_FIELDS.includes(name))
  const identity: Identity = Object.fromEntries(fields)
  return identity.account_id ? identity : null
}

/** Another token or another name of a person leaves them the same person. */
export function isSamePerson(one: Identity, other: Identity): boolean {
  return one.account_id === other.account_id && one.user_id === other.user_id
}
