import { notThere } from '@goodword/sandbox/control/control-error'
import { findNotification } from '@goodword/sandbox/control/routes/notification-routes'
import { clockPanel } from '@goodword/sandbox/page/clock-panel'
import type { Html } from '@goodword/sandbox/page/html'
import { type LedgerSection, ledger } from '@goodword/sandbox/page/ledger'
import { sendPage } from '@goodword/sandbox/page/send-page'
import type { FastifyInstance } from 'fastify'
import { type Control, findMerchant } from '../control/control-route.ts'
import type { Merchant } from '../model/merchant.ts'
import { faultsView } from './views/faults.ts'
import { notificationView } from './views/notification.ts'
import { setupView } from './views/setup.ts'
import { snapshotsView } from './views/snapshots.ts'
import { subscriptionView, transactionsView } from './views/subscription.ts'
import { subscriptionsView } from './views/subscriptions.ts'
import { webhooksView } from './views/webhooks.ts'

type Seen = {
  readonly control: Control
  readonly merchant: Merchant
  readonly id: string
  readonly query: Readonly<Record<string, string>>
}

type Page = {
  readonly path: string
  readonly section: Section
  readonly title: string
  readonly view: (seen: Seen) => Html
}

const pages: readonly Page[] = [
  {
    path: '',
    section: 'subscriptions',
    title: 'Subscriptions',
    view: ({ merchant, query }) => subscriptionsView(merchant, query),
  },
  {
    path: '/subscriptions/:id',
    section: 'subscriptions',
    title: 'Subscription',
    view: ({ merchant, id }) => {
      const subscription = merchant.subscriptions.get(id)
      if (subscription === undefined) throw notThere(`subscription ${id}`)
      return subscriptionView(merchant, subscription)
    },
  },
  {
    path: '/transactions',
    section: 'transactions',
    title: 'Transactions',
    view: ({ merchant, query }) => transactionsView(merchant, query),
  },
  {
    path: '/webhooks',
    section: 'webhooks',
    title: 'Webhooks',
    view: ({ merchant, query }) => webhooksView(merchant, query),
  },
  {
    path: '/webhooks/:id',
    section: 'webhooks',
    title: 'Webhook',
    view: ({ merchant, id }) => notificationView(merchant, findNotification(merchant, id)),
  },
  {
    path: '/setup',
    section: 'setup',
    title: 'Set-up',
    view: ({ merchant }) => setupView(merchant),
  },
  {
    path: '/faults',
    section: 'faults',
    title: 'Faults',
    view: ({ merchant, query }) => faultsView(merchant, query),
  },
  {
    path: '/snapshots',
    section: 'snapshots',
    title: 'Snapshots',
    view: ({ control, merchant }) => snapshotsView(control, merchant),
  },
]

type PageRequest = {
  Params: { merchantId: string; id?: string }
  Querystring: Record<string, string | string[]>
}

export function servePages(scope: FastifyInstance, control: Control): void {
  for (const page of pages) {
    scope.get<PageRequest>(`/ledger/:merchantId${page.path}`, ({ params, query }, reply) => {
      const merchant = findMerchant(control, params.merchantId)
      const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, `${value}`]))
      return sendPage(reply, render(control, merchant, page, { id: params.id ?? '', query: texts }))
    })
  }
  // Where a form was refused, its address is that of no page.
  scope.get<PageRequest>('/ledger/:merchantId/*', ({ params }, reply) => {
    return reply.redirect(`/ledger/${findMerchant(control, params.merchantId).id}`, 303)
  })
}

/** The list of a section again, with the faults of a form that was sent from it. */
export function renderSection(
  control: Control,
  merchant: Merchant,
  section: Section,
  { problem, given }: { readonly problem: string; readonly given: Readonly<Record<string, string>> },
): Html {
  const page = pages.find((each) => each.section === section)
  if (page === undefined) throw new Error('page of a section not found')
  // Of a form's fields, only the one for fault rules is shown again.
  const query = section === 'faults' ? given : {}
  return render(control, merchant, page, { id: '', query }, problem)
}

function render(
  control: Control,
  merchant: Merchant,
  { section, title, view }: Page,
  seen: Pick<Seen, 'id' | 'query'>,
  problem: string | null = null,
): Html {
  return layout(control, merchant, { section, title, problem, content: view({ control, merchant, ...seen }) })
}

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
function layout(control: Control, merchant: Merchant, parts: Parts): Html {
  return ledger({
    ...parts,
    account: merchant,
    word: 'merchant',
    ids: Array.from(control.gateway.accounts.keys()),
    sections,
    clock: clockPanel(control.gateway, merchant, steps),
  })
}
