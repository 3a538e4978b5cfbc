import type { TestProgramData } from '@goodword/client'

type Counts = TestProgramData['counts']

const labels: Readonly<Record<keyof Counts, string>> = {
  accounts: 'Accounts',
  users: 'People',
  referrals: 'Referrals',
  rewards: 'Rewards',
  clicks: 'Clicks on share links',
  events: 'Timeline entries',
  deliveries: 'Webhook deliveries',
  mails: 'E-mails',
  imports: 'Imports',
  exports: 'Exports',
  notifications: 'Notifications',
}

// The keys of the table are the names of the counts.
const names = Object.keys(labels) as readonly (keyof Counts)[]

/** The kinds of test data with their counts. */
export function countsOf(counts: Counts): readonly (readonly [string, string])[] {
  return names.map((name) => [labels[name], numberText(counts[name])])
}

/** `Erases 12 people, 3 referrals and 1 reward, with all that belongs to them.` */
export function wholeText(counts: Counts): string {
  const named = (['users', 'referrals', 'rewards', 'clicks'] as const)
    .filter((name) => counts[name] !== 0)
    .map((name) => `${numberText(counts[name])} ${labels[name].toLowerCase()}`)
  if (named.length === 0) return 'Erases what is stored of this test program.'
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(named)
  return `Erases ${list}, with all that belongs to them.`
}

export function isErasing(state: TestProgramData['state']): boolean {
  return state === 'ERASING' || state === 'CHECKING'
}

function numberText(number: number | null): string {
  return number === null ? 'more than 10,000' : number.toLocaleString()
}
