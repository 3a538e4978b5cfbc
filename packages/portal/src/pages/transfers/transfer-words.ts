import type { ExportKind } from '@goodword/domain/export'
import type { ImportKind, ImportMapping } from '@goodword/domain/import'

export const exportKindWords = {
  users: 'Participants',
  referrals: 'Referrals',
  rewards: 'Rewards',
  events: 'Events',
  clicks: 'Clicks',
} as const satisfies Record<ExportKind, string>

export const importKindWords = {
  users: 'Participants',
  referrals: 'Referrals',
  balances: 'Balances',
} as const satisfies Record<ImportKind, string>

/** The columns of a file without a mapping. */
export const columnsOf = {
  users: 'accountId, id, email, firstName, lastName, referralCode',
  referrals: 'referralCode, referredAccountId, status, dateReferralStarted, dateConverted, dateReferralEnded',
  balances: 'accountId, unit, amount, dateExpires',
} as const satisfies Record<ImportKind, string>

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

/** When a day begins in a time zone. */
export function startOfDay(day: string, timeZone: string): number {
  const guess = Date.parse(`${day}T00:00:00Z`)
  const first = guess - offsetAt(guess, timeZone)
  // The clocks may be changed between the two.
  return guess - offsetAt(first, timeZone)
}

/** The last millisecond of a day in a time zone. */
export function endOfDay(day: string, timeZone: string): number {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  return startOfDay(next, timeZone) - 1
}

function offsetAt(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = new Map(format.formatToParts(at).map((it) => [it.type, Number(it.value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return local - Math.floor(at / 1000) * 1000
}
