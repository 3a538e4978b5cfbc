import { clockPanel } from '@goodword/sandbox/page/clock-panel'
import type { Html } from '@goodword/sandbox/page/html'
import { type LedgerSection, ledger } from '@goodword/sandbox/page/ledger'
import type { Control } from '../control/control.ts'
import type { Merchant } from '../model/merchant.ts'

export type Section = 'subscriptions' | 'transactions' | 'webhooks' | 'setup' | 'faults' | 'snapshots'

const sections: readonly (LedgerSection & { readonly name: Section })[] = [
  { name: 'subscriptions', title: 'Subscriptions', path: '' },
  { name: 'transactions', title: 'Transactions', path: '/transactions' },
  { name: 'webhooks', title: 'Webhooks', path: '/webhooks' },
  { name: 'setup', title: 'Set-up', path: '/setup' },
  { name: 'faults', title: 'Faults', path: '/faults' },
  { name: 'snapshots', title: 'Snapshots', path: '/snapshots' },
]

/** The buttons of the clock. */
export const steps = {
  hour: '1 hour',
  day: '1 day',
  week: '1 week',
  month: '1 month',
  year: '1 year',
  due: 'next due moment',
  cycle: '1 cycle',
} as const

type Parts = {
  readonly section: Section
  readonly title: string
  readonly content: Html
  /** The error of the last request. */
  readonly problem: string | null
}

/** A page of a merchant's ledger. */
export function layout(control: Control, merchant: Merchant, parts: Parts): Html {
  return ledger({
    ...parts,
    account: merchant,
    word: 'merchant',
    ids: Array.from(control.gateway.accounts.keys()),
    sections,
    clock: clockPanel(control.gateway, merchant, steps),
  })
}
