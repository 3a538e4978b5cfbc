import type { ExportKind } from '@goodword/domain/files/export'
import type { ImportKind, ImportMapping } from '@goodword/domain/files/import'

export const exportKindWords = {
  users: 'People',
  referrals: 'Referrals',
  rewards: 'Rewards',
  balances: 'Balances',
  bills: 'Bills',
  events: 'Events',
  clicks: 'Clicks',
  yearlyRewards: 'Rewards of each year, for tax',
} as const satisfies Record<ExportKind, string>

export const importKindWords = {
  users: 'People',
  referrals: 'Referrals',
  balances: 'Balances',
} as const satisfies Record<ImportKind, string>

/** The columns of a file without a mapping. */
export const columnsOf = {
  users: 'accountId, id, email, firstName, lastName, referralCode',
  referrals: 'referralCode, referredAccountId, status, dateReferralStarted, dateConverted, dateReferralEnded',
  balances: 'accountId, unit, amount, dateExpires',
} as const satisfies Record<ImportKind, string>

/** The fields of rows, as people call them. */
export const fieldWords: Readonly<Record<string, string>> = {
  accountId: 'Account ID',
  id: 'Person ID',
  email: 'E-mail',
  firstName: 'First name',
  lastName: 'Last name',
  referralCode: 'Referral code',
  referringAccountId: 'Account ID of the referrer',
  referringUserId: 'Person ID of the referrer',
  referredAccountId: 'Account ID of the friend',
  status: 'Status',
  dateReferralStarted: 'Started',
  dateConverted: 'Converted',
  dateReferralEnded: 'Ended',
  unit: 'Unit',
  amount: 'Amount',
  dateExpires: 'Expires',
  locale: 'Language',
  dateBlocked: 'Blocked since',
  blockReason: 'Reason of the block',
  dateClosed: 'First payment without a referral',
  dateCodeDisabled: 'Code disabled since',
  dateCodeExpires: 'Code expires',
  furtherCodes: 'Further codes',
  formerCodes: 'Codes of an earlier product',
  dateUnconfirmed: 'Payment not confirmed since',
  attributedByHand: 'Attributed by hand',
  type: 'Type',
  dateScheduledFor: 'Begins',
  rewardSource: 'Source',
}

export const mappingWords = {
  rewardful: 'Rewardful',
  firstpromoter: 'FirstPromoter',
  referralcandy: 'ReferralCandy',
  saasquatch: 'SaaSquatch',
} as const satisfies Record<ImportMapping, string>

const mappedKinds = {
  rewardful: ['users', 'referrals'],
  firstpromoter: ['users', 'referrals'],
  referralcandy: ['users'],
  saasquatch: ['users', 'referrals', 'balances'],
} as const satisfies Record<ImportMapping, readonly ImportKind[]>

/** The products whose files of this kind can be read. */
export function mappingsFor(kind: ImportKind): readonly ImportMapping[] {
  const all = Object.entries(mappedKinds) as [ImportMapping, readonly ImportKind[]][]
  return all.filter(([, kinds]) => kinds.includes(kind)).map(([mapping]) => mapping)
}

/** How large a file is: "1.2 MB". */
export function sizeText(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const unit = units[step] ?? 'byte'
  const format = new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  })
  return format.format(bytes / 1000 ** step)
}
