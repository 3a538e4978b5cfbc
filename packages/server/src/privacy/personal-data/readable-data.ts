import type { StoredRow } from '../rows/user-data-rows.ts'
import { type DataSection, dataSections } from './treatment.ts'

/** Records of one kind as their person can read them. */
export type ReadableSection = {
  readonly title: string
  readonly about: string
  readonly records: readonly Readonly<Record<string, unknown>>[]
}

const words: Readonly<Record<DataSection, readonly [title: string, about: string]>> = {
  user: ['Profile', 'Your name and e-mail address, and the referral code that you share.'],
  account: ['Account', 'The account that you belong to, and what it pays.'],
  codes: ['Referral codes', 'Every code that you were ever given.'],
  formerCodes: [
    'Former codes',
    'Your codes of an earlier product, as they were and in capitals; links with them lead to you.',
  ],
  referral: ['How you came', 'The referral that brought your account.'],
  referrals: ['Whom you referred', 'The referrals that were made with your codes.'],
  rewards: ['Rewards', 'What you and your account earned or were given.'],
  ledger: ['Ledger', 'How the amounts of these rewards changed.'],
  balances: ['Closing balances', 'What the account had when older entries were closed.'],
  redemptions: ['Redemptions', 'Credit that the account has spent.'],
  events: ['Timeline', 'What happened to your account, and when.'],
  clicks: ['Clicks', 'When your links were followed, and where; nothing about who followed them.'],
  evidence: [
    'What fraud rules compare',
    'Kinds and dates of cards, devices, networks and mail domains by which the account was seen. Only hashes of them are kept.',
  ],
  processorCustomers: ['Payment processor', 'The customer that the account is at the payment processor.'],
  processorSubscriptions: ['Subscriptions', 'The subscriptions of this customer.'],
  creditReservations: ['Reserved credit', 'Credit that is kept for bills of these subscriptions.'],
  notifications: ['Notifications', 'What the payment processor reported about you.'],
  idempotentAnswers: [
    'Stored answers',
    'Answers to requests about you that are kept in case they are repeated.',
  ],
  mails: ['E-mails', 'E-mails that were sent to you, or were to be.'],
  invitations: [
    'Invitations',
    'Friends whom you had invited by e-mail. Their addresses are kept for 30 days.',
  ],
  exports: ['Exported files', 'Files that are kept for some days and may contain you.'],
  deliveries: ['Webhooks', 'Where these events were delivered.'],
}

/** The records that were found, section by section, with labels in words and times in ISO 8601. */
export function readableSections(
  sections: Readonly<Record<DataSection, readonly StoredRow[]>>,
): readonly ReadableSection[] {
  return dataSections.flatMap((name) => {
    const [title, about] = words[name]
    const records = sections[name].map(readableRecord)
    return records.length === 0 ? [] : [{ title, about, records }]
  })
}

/** Fields without a value are left out. */
function readableRecord(row: StoredRow): Readonly<Record<string, unknown>> {
  const entries = Object.entries(row).filter(([, value]) => value !== null)
  return Object.fromEntries(entries.map(([name, value]) => [labelOf(name), readable(name, value)]))
}

const labels: Readonly<Record<string, string>> = {
  external_id: 'ID with the merchant',
  email: 'E-mail address',
  code: 'Referral code',
}

/** "first_name" is "First name", and "converted_at" is "Converted". */
function labelOf(name: string): string {
  const text = name.replace(/_at$/, '').replaceAll('_', ' ')
  return labels[name] ?? text.charAt(0).toUpperCase() + text.slice(1)
}

function readable(name: string, value: unknown): unknown {
  if (name.endsWith('_at') && typeof value === 'number') return new Date(value).toISOString()
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
}
