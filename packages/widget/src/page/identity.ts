/** The object of the `init` command, as it is sent to the service, which validates its values. */
export type Identity = Readonly<Record<string, unknown>>

/** Null for what names no account. */
export function readIdentity(given: unknown): Identity | null {
  if (typeof given !== 'object' || given === null) return null
  const identity: Identity = { ...given }
  return identity.account_id ? identity : null
}

/** Another token or another name of a person leaves them the same person. */
export function isSamePerson(one: Identity, other: Identity): boolean {
  return one.account_id === other.account_id && one.user_id === other.user_id
}
