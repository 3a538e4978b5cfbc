import type { ImportKind } from './import.ts'

/** Fields of each kind of rows, and how the columns of other products that have their values are called. */
const otherNames: Readonly<Record<ImportKind, Readonly<Record<string, readonly string[]>>>> = {
  users: {
    accountId: ['account', 'account number', 'company id', 'customer id', 'customer', 'stripe customer id'],
    id: ['user id', 'user', 'affiliate id', 'username', 'user login', 'login', 'affiliate', 'partner key'],
    email: ['email address', 'mail', 'user email', 'affiliate email', 'partner email', 'payment email'],
    firstName: ['first', 'given name', 'forename'],
    lastName: ['last', 'surname', 'family name'],
    referralCode: ['code', 'token', 'ref id', 'referral id', 'affiliate code', 'coupon code', 'slug'],
  },
  referrals: {
    referralCode: ['code', 'token', 'link token', 'ref id', 'referral id', 'affiliate code', 'coupon code'],
    referringAccountId: [
      ...['referrer account', 'referrer account id', 'referrer', 'referrer email', 'referring email'],
      ...['affiliate email', 'partner email', 'promoter email', 'advocate email'],
    ],
    referringUserId: ['referrer id', 'referrer user id', 'affiliate id', 'partner key'],
    referredAccountId: [
      ...['customer id', 'customer key', 'stripe customer id', 'customer', 'uid', 'customer email'],
      ...['referred email', 'email'],
    ],
    status: ['state', 'conversion state'],
    dateReferralStarted: ['created at', 'created', 'date created', 'date', 'signup date', 'became lead at'],
    dateConverted: ['converted at', 'conversion date', 'became conversion at', 'customer since'],
    dateReferralEnded: ['ended at', 'cancelled at', 'canceled at'],
  },
  balances: {
    accountId: ['account', 'customer id', 'customer', 'stripe customer id'],
    unit: ['currency'],
    amount: ['balance', 'credit', 'value'],
    dateExpires: ['expires', 'expires at', 'expiry'],
  },
}

/** The fields that a person chooses columns for, in their order. */
export function chosenFields(kind: ImportKind): readonly string[] {
  return Object.keys(otherNames[kind])
}

/** The fields that a file must have; of each list one. */
export const requiredFields: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  users: [['accountId'], ['id']],
  referrals: [['referralCode', 'referringAccountId'], ['referredAccountId'], ['dateReferralStarted']],
  balances: [['accountId'], ['unit'], ['amount']],
}

/** A name without what people write differently: case, blanks, hyphens, underscores, dots and signs before it. */
export function foldedName(name: string): string {
  return name.toLowerCase().replace(/[\s_.\-@!]/g, '')
}

/** The column of a file that probably has each field, by its name; several may have one column, and a field without one is left out. */
export function proposedColumns(kind: ImportKind, columns: readonly string[]): ReadonlyMap<string, string> {
  const byName = new Map(columns.toReversed().map((it) => [foldedName(it), it]))
  const taken = new Set<string>()
  const found = new Map<string, string>()
  const propose = (field: string, names: readonly string[]) => {
    const column = names
      .map((it) => byName.get(foldedName(it)))
      .find((it) => it !== undefined && !taken.has(it))
    if (column === undefined || found.has(field)) return
    found.set(field, column)
    taken.add(column)
  }
  const fields = Object.entries(otherNames[kind])
  for (const [field] of fields) propose(field, [field])
  for (const [field, names] of fields) propose(field, names)
  for (const [field, others] of stoodInFor[kind]) {
    const other = others.find((it) => found.has(it))
    const column = other === undefined ? undefined : found.get(other)
    if (!found.has(field) && column !== undefined) found.set(field, column)
  }
  return new Map(
    fields.flatMap(([field]) => {
      const column = found.get(field)
      return column === undefined ? [] : [[field, column] as const]
    }),
  )
}

/**
 * The fields whose column stands in for another field's, which most products know no column for: a person who has one ID is
 * the account too, and one who has none is known by the address.
 */
const stoodInFor: Readonly<Record<ImportKind, readonly (readonly [string, readonly string[]])[]>> = {
  users: [
    ['id', ['accountId', 'email']],
    ['accountId', ['id']],
  ],
  referrals: [['referringAccountId', ['referringUserId']]],
  balances: [],
}
