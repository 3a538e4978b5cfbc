import type { Tables } from '../../engine/tables.generated.ts'

/**
 * The relation of a column to people:
 *
 * - `ours`: a key, time, state or amount of ours. It identifies no person.
 * - `merchant`: about the merchant or the installation, and about no person of an account.
 * - `personal`: about a person of an account. It is read by `GET …/data` unless `read` is null, and erased.
 * - `kept`: it refers to a person and stays, for a stated reason.
 */
export type Treatment =
  | { readonly kind: 'ours' }
  | { readonly kind: 'merchant' }
  | {
      readonly kind: 'personal'
      readonly what: string
      readonly read: DataSection | null
      readonly erasure: Erasure
      readonly retention?: Retention
    }
  | {
      readonly kind: 'kept'
      readonly what: string
      readonly read: DataSection | null
      readonly because: string
      readonly retention?: Retention
    }

/** The sections of the answer to `GET account/{accountId}/user/{userId}/data`. */
export const dataSections = [
  'user',
  'account',
  'codes',
  'formerCodes',
  'referral',
  'referrals',
  'rewards',
  'ledger',
  'balances',
  'redemptions',
  'events',
  'clicks',
  'evidence',
  'processorCustomers',
  'processorSubscriptions',
  'creditReservations',
  'notifications',
  'idempotentAnswers',
  'mails',
  'invitations',
  'exports',
  'deliveries',
] as const
export type DataSection = (typeof dataSections)[number]

/**
 * How a value goes: `at once` in the transaction of `DELETE`, or by a step of the job that follows within the day; `cleared`
 * to null, `replaced` by a random placeholder, or `deleted` with its row.
 */
export type Erasure = {
  readonly when: 'at once' | ErasureStepName
  readonly how: 'cleared' | 'replaced' | 'deleted'
}

/** The steps of the job ERASE_PERSON, in their order. */
export const erasureStepNames = [
  'TRACKING',
  'REQUEST_KEYS',
  'EVENTS',
  'CLICKS',
  'NOTIFICATIONS',
  'ANSWERS',
  'EXPORTS',
  'DELIVERIES',
  'PROCESSOR',
] as const
export type ErasureStepName = (typeof erasureStepNames)[number]

/** The age in days at which data is deleted. */
export const retentionDays = {
  payloads: 30,
  notifications: 90,
  answers: 30,
  clicks: 400,
  publicClicks: 7,
  invitations: 30,
  exports: 7,
  deliveries: 30,
} as const
export type Retention = keyof typeof retentionDays

type ColumnTreatments<Table extends keyof Tables> = { readonly [Column in keyof Tables[Table]]: Treatment }
export type PersonalData = { readonly [Table in keyof Tables]: ColumnTreatments<Table> }

type Treated<Name extends string> = { readonly [Column in Name]: Treatment }

export function ours<const Name extends string>(...names: readonly Name[]): Treated<Name> {
  return treated(names, { kind: 'ours' })
}

export function merchant<const Name extends string>(...names: readonly Name[]): Treated<Name> {
  return treated(names, { kind: 'merchant' })
}

type Details = { readonly read: DataSection | null; readonly retention?: Retention }

export function personal(what: string, erasure: Erasure, details: Details): Treatment {
  return { kind: 'personal', what, erasure, ...details }
}

export function kept(what: string, because: string, details: Details): Treatment {
  return { kind: 'kept', what, because, ...details }
}

function treated<Name extends string>(names: readonly Name[], treatment: Treatment): Treated<Name> {
  // Every name is among the entries.
  return Object.fromEntries(names.map((name) => [name, treatment])) as Treated<Name>
}
