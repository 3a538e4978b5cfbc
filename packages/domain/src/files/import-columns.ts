import type { ReferralStatus } from '../referrals/account.ts'
import { type ImportKind, type ImportMapping, importMappings } from './import.ts'
import { chosenFields, requiredFields } from './import-fields.ts'

/**
 * Where our own files have the fields of each kind: CSV under their names, and NDJSON of an export under those of the
 * API's answers.
 */
const ownColumns: Readonly<Record<ImportKind, Readonly<Record<string, readonly string[]>>>> = {
  users: {
    ...named('accountId', 'id', 'email', 'firstName', 'lastName', 'locale', 'referralCode', 'dateBlocked'),
    ...named('blockReason', 'dateClosed', 'dateCodeDisabled', 'dateCodeExpires', 'furtherCodes'),
    ...named('formerCodes'),
  },
  referrals: {
    referralCode: ['referralCode', 'referralCodeUsed'],
    referringUserId: ['referringUserId', 'referrerUserId', 'referrerUser.id'],
    ...named('referringAccountId', 'referredAccountId', 'status', 'dateReferralStarted', 'dateConverted'),
    ...named('dateReferralEnded', 'attributedByHand', 'dateUnconfirmed'),
    ...sideColumns('referrer'),
    ...sideColumns('referred'),
  },
  balances: named(
    ...['accountId', 'unit', 'amount', 'dateExpires', 'type', 'dateScheduledFor', 'id', 'rewardSource'],
    ...['referredAccountId', 'months', 'dateCreated'],
  ),
}

function named(...names: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(names.map((name) => [name, [name]]))
}

function sideColumns(side: 'referrer' | 'referred'): Readonly<Record<string, readonly string[]>> {
  const decided = side === 'referrer' ? 'Referrer' : 'Referred'
  return {
    ...named(`${side}ModerationStatus`, `${side}Reward`),
    [`${side}DecidedBy`]: [`${side}DecidedBy`, `${side}Decision.by`],
    [`${side}DecidedAs`]: [`${side}DecidedAs`, `${side}Decision.actor`, `${side}Decision.reason`],
    [`date${decided}Decided`]: [`date${decided}Decided`, `${side}Decision.date`],
  }
}

/**
 * Where the values of a kind of rows are: for each field the columns that may have it, of which the first with a value
 * counts. A dot leads into an object or a list of NDJSON.
 */
export type ImportColumns = {
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** The product's words for the status of a referral; null for words that mean no referral. */
  readonly statuses?: Readonly<Record<string, ReferralStatus | null>>
  /** Only rows with this value in a column can be imported. */
  readonly only?: { readonly column: string; readonly value: string }
}

// Columns as the public documentation of each product names them: the guide moving-in.md quotes it. The ids of a merchant
// are unknown to most products, so that columns of ours which the merchant adds come first.
const mappings: Readonly<Record<ImportMapping, { readonly [Kind in ImportKind]?: ImportColumns }>> = {
  rewardful: {
    users: {
      fields: {
        accountId: ['accountId', 'email'],
        id: ['userId', 'email'],
        email: ['email'],
        firstName: ['first_name'],
        lastName: ['last_name'],
        referralCode: ['token', 'links.0.token'],
      },
    },
    referrals: {
      fields: {
        referralCode: ['link.token', 'token'],
        referredAccountId: ['referredAccountId', 'stripe_customer_id', 'customer.id'],
        status: ['conversion_state'],
        dateReferralStarted: ['became_lead_at', 'created_at'],
        dateConverted: ['became_conversion_at'],
      },
      statuses: { visitor: null, lead: 'IN_PROGRESS', conversion: 'CONVERTED' },
    },
  },
  firstpromoter: {
    users: {
      fields: {
        accountId: ['accountId', 'cust_id', 'email'],
        id: ['userId', 'cust_id', 'email'],
        email: ['email'],
        firstName: ['profile.first_name', 'first_name'],
        lastName: ['profile.last_name', 'last_name'],
        referralCode: ['default_ref_id', 'ref_id'],
      },
    },
    referrals: {
      fields: {
        referralCode: ['promotion.ref_id', 'ref_id'],
        referredAccountId: ['referredAccountId', 'uid', 'email'],
        status: ['state', 'status'],
        dateReferralStarted: ['created_at'],
        dateConverted: ['customer_since'],
        dateReferralEnded: ['cancelled_at'],
      },
      statuses: {
        subscribed: 'IN_PROGRESS',
        signup: 'IN_PROGRESS',
        pending: 'IN_PROGRESS',
        active: 'CONVERTED',
        cancelled: 'ENDED',
        refunded: 'ENDED',
        denied: null,
        moved: null,
      },
    },
  },
  referralcandy: {
    users: {
      fields: {
        accountId: ['accountId', 'email', 'Email'],
        id: ['userId', 'email', 'Email'],
        email: ['email', 'Email'],
        firstName: ['first_name', 'First Name'],
        lastName: ['last_name', 'Last Name'],
        referralCode: ['referralCode'],
      },
    },
  },
  saasquatch: {
    users: {
      fields: {
        accountId: ['accountId', 'Account ID'],
        id: ['id', 'User ID'],
        email: ['email', 'Email'],
        firstName: ['firstName', 'First Name'],
        lastName: ['lastName', 'Last Name'],
        locale: ['locale'],
        referralCode: ['referralCode', 'Referral Code'],
      },
    },
    referrals: {
      fields: {
        referralCode: ['referralCode'],
        referringAccountId: ['referrerAccount', 'Referring User - Account ID'],
        referringUserId: ['referrerUser', 'Referring User - User ID'],
        referredAccountId: ['referredAccount', 'Referred User - Account ID'],
        dateReferralStarted: ['dateReferralStarted'],
        dateConverted: ['dateConverted'],
        dateReferralEnded: ['dateReferralEnded'],
      },
    },
    balances: {
      fields: { accountId: ['accountId'], unit: ['unit'], amount: ['amount'], dateExpires: ['dateExpires'] },
      only: { column: 'type', value: 'CREDIT' },
    },
  },
}

/** The columns of our own files of a kind. */
export function ownColumnsOf(kind: ImportKind): ImportColumns {
  return { fields: ownColumns[kind] }
}

/** The columns of a product's files of a kind; null if its documentation names none. */
export function columnsOfMapping(kind: ImportKind, mapping: ImportMapping): ImportColumns | null {
  return mappings[mapping][kind] ?? null
}

/** The kinds of files of a product whose columns its documentation names. */
export function kindsOfMapping(mapping: ImportMapping): readonly string[] {
  return Object.keys(mappings[mapping])
}

/** The product of a file's columns: at least one column is of this product alone. Null for none. */
export function productOf(found: readonly string[], kind: ImportKind): ImportMapping | null {
  const known = importMappings.filter((it) => fits(it, found, kind))
  return known.find((it) => found.some((column) => isOnlyOf(it, column, kind))) ?? null
}

function isOnlyOf(mapping: ImportMapping, column: string, kind: ImportKind): boolean {
  const isKnown = (it: ImportMapping) => namesOf(it, kind).includes(column)
  return (
    isKnown(mapping) && importMappings.filter(isKnown).length === 1 && !chosenFields(kind).includes(column)
  )
}

function namesOf(mapping: ImportMapping, kind: ImportKind): readonly string[] {
  return Object.values(columnsOfMapping(kind, mapping)?.fields ?? {}).flat()
}

/** Whether a product has all columns that a kind of rows needs. */
function fits(mapping: ImportMapping, found: readonly string[], kind: ImportKind): boolean {
  const columns = columnsOfMapping(kind, mapping)
  if (columns === null) return false
  const { fields } = columns
  const has = (field: string) => (fields[field] ?? []).some((it) => found.includes(it))
  return requiredFields[kind].every((oneOf) => oneOf.some(has))
}
