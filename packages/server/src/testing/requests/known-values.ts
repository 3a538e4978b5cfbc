import type { ProcessorCredentials } from '../../connectors/connector.ts'

/** Values that a request may name because something has them, by the name of the field or parameter. */
export type KnownValues = Readonly<Record<string, () => readonly unknown[]>>

/** A tenant's world as far as requests can name it. Values that requests change are read each time. */
export type World = {
  readonly alias: string
  readonly accountIds: readonly string[]
  readonly userIds: readonly string[]
  readonly codes: readonly string[]
  readonly referralIds: readonly string[]
  readonly rewardIds: readonly string[]
  readonly exportIds: readonly string[]
  readonly mailIds: readonly string[]
  readonly webhookIds: readonly string[]
  readonly deliveryIds: readonly string[]
  readonly billIds: readonly string[]
  readonly notificationIds: readonly string[]
  readonly importIds: readonly string[]
  /** The IDs of keys that no request is sent with. */
  readonly keyIds: readonly string[]
  readonly domains: readonly string[]
  readonly staffIds: readonly string[]
  readonly invitationIds: readonly string[]
  readonly units: readonly string[]
  readonly cursors: readonly string[]
  readonly simulationIds: readonly string[]
  /** Links by which referrers write about referrals that wait. */
  readonly appealTokens: readonly string[]
  /** Later than anything that has happened there. */
  readonly later: number
  /** The credentials of the payment processor that the tenant is connected to. */
  readonly credentials: ProcessorCredentials
  version: number
}

export function knownValues(world: World): KnownValues {
  const accounts = () => world.accountIds
  const users = () => world.userIds
  const codes = () => world.codes
  return {
    id: () => [...world.accountIds, ...world.userIds],
    accountId: accounts,
    account_id: accounts,
    referringAccountId: accounts,
    referredAccountId: accounts,
    userId: users,
    user_id: users,
    code: codes,
    couponCode: codes,
    referralCode: codes,
    referral_code: codes,
    cookie_referral_code: codes,
    referralId: () => world.referralIds,
    rewardId: () => world.rewardIds,
    exportId: () => world.exportIds,
    mailId: () => world.mailIds,
    from: () => [1],
    to: () => [world.later],
    webhookId: () => world.webhookIds,
    deliveryId: () => world.deliveryIds,
    billId: () => world.billIds,
    notificationId: () => world.notificationIds,
    // Nothing listens there.
    url: () => ['http://127.0.0.1:1/events'],
    importId: () => world.importIds,
    keyId: () => world.keyIds,
    domain: () => world.domains,
    staffId: () => world.staffIds,
    invitationId: () => world.invitationIds,
    simulationId: () => world.simulationIds,
    token: () => world.appealTokens,
    confirm: () => [world.alias],
    unit: () => world.units,
    amount: () => [1],
    discount: () => [0],
    date: () => [1],
    cursor: () => world.cursors,
    referralsCursor: () => world.cursors,
    rewardsCursor: () => world.cursors,
    currency: () => ['EUR'],
    value: () => [49.9, 0, 99_999_999.99],
    environment: () => [world.credentials.environment],
    merchantId: () => [world.credentials.merchantId],
    publicKey: () => [world.credentials.publicKey],
    privateKey: () => [world.credentials.privateKey],
    version: () => [world.version],
    now: () => [world.later],
    dateScheduledFor: () => [world.later],
    dateExpires: () => [world.later + 1],
  }
}
