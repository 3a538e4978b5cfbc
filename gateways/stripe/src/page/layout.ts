import { clockPanel } from '@goodword/sandbox/page/clock-panel'
import type { Html } from '@goodword/sandbox/page/html'
import { type LedgerSection, ledger } from '@goodword/sandbox/page/ledger'
import type { StripeAccount } from '../model/account.ts'
import type { Gateway } from '../work.ts'

export const sections = [
  { name: 'subscriptions', title: 'Subscriptions', path: '' },
  { name: 'invoices', title: 'Invoices', path: '/invoices' },
  { name: 'clocks', title: 'Test clocks', path: '/clocks' },
  { name: 'webhooks', title: 'Webhooks', path: '/webhooks' },
] as const satisfies readonly LedgerSection[]

export type Section = (typeof sections)[number]['name']

/** The buttons of the account's clock. */
const steps = { day: '1 day', week: '1 week', month: '1 month', due: 'next due moment' } as const

type Parts = { readonly section: Section; readonly content: Html; readonly problem: string | null }

/** A page of an account's ledger. */
export function layout(gateway: Gateway, account: StripeAccount, { section, content, problem }: Parts): Html {
  return ledger({
    account,
    word: 'account',
    ids: Array.from(gateway.accounts.keys()),
    sections,
    section,
    title: sections.find(({ name }) => name === section)?.title ?? '',
    clock: clockPanel(gateway, account, steps),
    content,
    problem,
  })
}
