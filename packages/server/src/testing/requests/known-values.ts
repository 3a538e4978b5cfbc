import type { ProcessorCredentials } from '../../connectors/connector.ts'

/** Values that a request may name because something has them, by the name of the field or parameter. */
export type KnownValues = Readonly<Record<string, () => readonly unknown[]>>

/** A tenant's world as far as requests can name it. */
export type World = {
  readonly alias: string
  readonly accountIds: readonly string[]
  readonly userIds: readonly string[]
  readonly codes: readonly string[]
  /** What else has a name, by the name of the field or parameter that takes it. */
  readonly others: Readonly<Record<string, readonly string[]>>
  /** Later than anything that has happened there. */
  readonly later: number
  /** The credentials of the payment processor that the tenant is connected to. */
  readonly credentials: ProcessorCredentials
  /** Requests change it: it is read each time. */
  version: number
}

export function knownValues(world: World): KnownValues {
  const { alias, accountIds, userIds, codes, others, later, credentials } = world
  const fixed: Readonly<Record<string, readonly unknown[]>> = {
    ...others,
    id: [...accountIds, ...userIds],
    accountId: accountIds,
    account_id: accountIds,
    referringAccountId: accountIds,
    referredAccountId: accountIds,
    userId: userIds,
    user_id: userIds,
    code: codes,
    couponCode: codes,
    referralCode: codes,
    referral_code: codes,
    cookie_referral_code: codes,
    from: [1],
    to: [later],
    // Nothing listens there.
    url: ['http://127.0.0.1:1/events'],
    confirm: [alias],
    amount: [1],
    discount: [0],
    date: [1],
    currency: ['EUR'],
    value: [49.9, 0, 99_999_999.99],
    environment: [credentials.environment],
    merchantId: [credentials.merchantId],
    publicKey: [credentials.publicKey],
    privateKey: [credentials.privateKey],
    now: [later],
    dateScheduledFor: [later],
    dateExpires: [later + 1],
  }
  const known = Object.entries(fixed).map(([name, values]) => [name, () => values] as const)
  return { ...Object.fromEntries(known), version: () => [world.version] }
}
