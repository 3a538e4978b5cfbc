import { nextDueAt } from '@goodword/sandbox/clock/due-work'
import { toControlError } from '@goodword/sandbox/control/control-app'
import { ControlError, notThere } from '@goodword/sandbox/control/control-error'
import { momentText } from '@goodword/sandbox/control/moment-text'
import { moveClock, plainGoal, setRunning } from '@goodword/sandbox/control/move-clock'
import { pageOf } from '@goodword/sandbox/control/page-of'
import { streamAdvance } from '@goodword/sandbox/control/progress'
import { nowOf } from '@goodword/sandbox/model/world'
import { clockPanel } from '@goodword/sandbox/page/clock-panel'
import { type Html, html } from '@goodword/sandbox/page/html'
import { type LedgerSection, ledger } from '@goodword/sandbox/page/ledger'
import { pager } from '@goodword/sandbox/page/pager'
import { sendPage } from '@goodword/sandbox/page/send-page'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Control } from '../control/maker.ts'
import { couponOf, discountOf } from '../lookup/discounts.ts'
import type { StripeAccount } from '../model/account.ts'
import type { Invoice } from '../model/invoice.ts'
import { amountText, offText } from '../money/currencies.ts'
import { totalsOf } from '../money/invoice-totals.ts'
import { addMonths } from '../money/periods.ts'
import type { Gateway } from '../work.ts'

const DAY_MS = 86_400_000
const daysOf: Readonly<Record<string, number>> = { day: 1, week: 7 }

/** Serves the pages of accounts, and what their forms do. */
export function serveLedger(scope: FastifyInstance, control: Control): void {
  for (const { name, path } of sections) {
    scope.get(`/ledger/:accountId${path}`, (request, reply) => {
      return show(control, request, reply, { section: name, problem: null })
    })
  }
  scope.post('/ledger/:accountId/clock/running', async (request, reply) => {
    const account = accountOf(control, request)
    setRunning(control, account, fieldsOf(request).runs === 'true')
    return reply.redirect(`/ledger/${account.id}`, 303)
  })
  scope.post('/ledger/:accountId/clock', (request, reply) => move(control, request, reply, null))
  scope.post('/ledger/:accountId/clocks/:clockId', (request, reply) => {
    const { clockId = '' } = request.params as Record<string, string>
    return move(control, request, reply, clockId)
  })
}

/** Moves a clock as far as a form says, and shows the page it was on; the script of the page gets the progress of the account's clock. */
async function move(
  control: Control,
  request: FastifyRequest,
  reply: FastifyReply,
  clockId: string | null,
): Promise<FastifyReply> {
  const account = accountOf(control, request)
  const { by = '', to = '' } = fieldsOf(request)
  const section = clockId === null ? 'subscriptions' : 'clocks'
  const goal = () => goalOf(control, account, clockId, by, to)
  if (clockId === null && request.headers.accept === 'application/x-ndjson') {
    return reply.type('application/x-ndjson').send(streamAdvance(control, account, goal))
  }
  try {
    await moveClock(control, account, goal, { clockId })
  } catch (error) {
    const { status, message } = toControlError(error)
    if (status === 500) throw error
    return show(control, request, reply.code(status), { section, problem: message })
  }
  return reply.redirect(`/ledger/${account.id}${clockId === null ? '' : '/clocks'}`, 303)
}

function goalOf(
  { gateway }: Control,
  account: StripeAccount,
  clockId: string | null,
  by: string,
  to: string,
): number {
  const now = nowOf(gateway, account, clockId)
  const days = Object.hasOwn(daysOf, by) ? daysOf[by] : undefined
  if (days !== undefined) return now + days * DAY_MS
  if (by === 'month') return addMonths(now / 1000, 1) * 1000
  if (by === 'to' && clockId === null) return plainGoal(gateway, account, { to: `${to.slice(0, 16)}:00Z` })
  const due = by === 'due' ? nextDueAt(gateway, account, clockId) : null
  if (due === null) throw new ControlError('CONFLICT', 'Nothing is due.')
  return Math.max(now, due)
}

type Shown = { readonly section: Section; readonly problem: string | null }

function show(
  control: Control,
  request: FastifyRequest,
  reply: FastifyReply,
  { section, problem }: Shown,
): FastifyReply {
  const account = accountOf(control, request)
  const query = Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).map(([name, value]) => [name, `${value}`]),
  )
  const content = views[section]({ gateway: control.gateway, account, query })
  return sendPage(reply, layout(control.gateway, account, { section, content, problem }))
}

function accountOf({ gateway }: Control, { params }: FastifyRequest): StripeAccount {
  const { accountId = '' } = params as Record<string, string>
  const account = gateway.accounts.get(accountId)
  if (account === undefined) throw notThere(`account ${accountId}`)
  return account
}

function fieldsOf({ body }: FastifyRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''))
}

type Seen = {
  readonly gateway: Gateway
  readonly account: StripeAccount
  readonly query: Readonly<Record<string, string>>
}

/** So many are shown of a list, newest first. */
const MAX_ROWS = 100

const views: Readonly<Record<Section, (seen: Seen) => Html>> = {
  subscriptions: ({ account }) => {
    const newest = Array.from(account.subscriptions.values()).reverse().slice(0, MAX_ROWS)
    if (newest.length === 0) return html`<p class="empty">There are no subscriptions yet.</p>`
    return html`<h2>Subscriptions <span class="count">${account.subscriptions.size}</span></h2>
    <table class="stacked"><thead><tr><th>Subscription</th><th>Customer</th><th>Status</th><th>Period until</th><th>Discounts</th></tr></thead>
    <tbody>${newest.map(
      (it) => html`<tr>
        <th scope="row" class="name">${it.id}</th>
        <td data-label="Customer">${it.customer}</td>
        <td data-label="Status">${status(it.status)}</td>
        <td data-label="Period until" class="date">${seconds(it.periodEnd)}</td>
        <td data-label="Discounts">${discountsText(account, it.discounts)}</td>
      </tr>`,
    )}</tbody></table>`
  },
  invoices: ({ account }) => {
    const newest = Array.from(account.invoices.values()).reverse().slice(0, MAX_ROWS)
    if (newest.length === 0) return html`<p class="empty">There are no invoices yet.</p>`
    return html`<h2>Invoices <span class="count">${account.invoices.size}</span></h2>
    <table class="stacked"><thead><tr><th>Invoice</th><th>Created</th><th>Customer</th><th>Why</th><th>Status</th><th class="number">Lines</th><th class="number">Off</th><th class="number">Tax</th><th class="number">Total</th><th class="number">Due</th></tr></thead>
    <tbody>${newest.map((it) => invoiceRow(account, it))}</tbody></table>`
  },
  clocks: ({ gateway, account }) => {
    if (account.testClocks.size === 0) return html`<p class="empty">There are no test clocks.</p>`
    return html`<h2>Test clocks <span class="count">${account.testClocks.size}</span></h2>
    <table class="stacked"><thead><tr><th>Test clock</th><th>Time</th><th>Next due</th><th>Status</th><th></th></tr></thead>
    <tbody>${Array.from(
      account.testClocks.values(),
      (it) => html`<tr>
        <th scope="row" class="name">${it.id}</th>
        <td data-label="Time" class="date">${momentText(it.clock.at)}</td>
        <td data-label="Next due" class="date">${momentText(nextDueAt(gateway, account, it.id))}</td>
        <td data-label="Status">${status(it.status)}</td>
        <td class="acts"><form class="act" method="post" action="/ledger/${account.id}/clocks/${it.id}">
          <button name="by" value="day">1 day</button> <button name="by" value="week">1 week</button> <button name="by" value="due">next due moment</button>
        </form></td>
      </tr>`,
    )}</tbody></table>`
  },
  webhooks: ({ account, query }) => {
    if (account.destinations.length === 0 && account.notifications.size === 0) {
      return html`<p class="empty">There are no webhook endpoints yet.</p>`
    }
    const { items, next } = pageOf(account.notifications.values(), query)
    return html`<h2>Endpoints <span class="count">${account.destinations.length}</span></h2>
    <table class="stacked"><thead><tr><th>Endpoint</th><th>URL</th><th>Events</th><th>Status</th></tr></thead>
    <tbody>${account.destinations.map(
      (it) => html`<tr>
        <th scope="row" class="name">${it.id}</th>
        <td data-label="URL"><code>${it.url}</code></td>
        <td data-label="Events">${it.kinds === null ? 'all' : it.kinds.join(', ')}</td>
        <td data-label="Status">${status(it.isDisabled ? 'disabled' : 'enabled')}</td>
      </tr>`,
    )}</tbody></table>
    <h2>Journal <span class="count">${account.notifications.size}</span></h2>
    <table class="stacked"><thead><tr><th>When</th><th>Type</th><th>To</th><th>Status</th><th class="number">Attempts</th></tr></thead>
    <tbody>${items.map(
      (it) => html`<tr>
        <th scope="row" class="date">${momentText(it.createdAt)}</th>
        <td data-label="Type">${it.kind}</td>
        <td data-label="To">${it.destinationId}</td>
        <td data-label="Status">${status(it.status)}</td>
        <td data-label="Attempts" class="number">${it.attempts.length}</td>
      </tr>`,
    )}</tbody></table>
    ${pager(`/ledger/${account.id}/webhooks`, query, next)}`
  },
}

/** Amounts have their currency once, at the total. */
function invoiceRow(account: StripeAccount, it: Invoice): Html {
  const { total, discounts, taxes, amountDue } = totalsOf(account, it)
  const [lines, off, tax] = [it.lines, discounts, taxes].map((each) => {
    return numberText(
      each.reduce((sum, { amount }) => sum + amount, 0),
      it,
    )
  })
  return html`<tr>
    <th scope="row" class="name">${it.id}</th>
    <td data-label="Created" class="date">${seconds(it.created)}</td>
    <td data-label="Customer">${it.customer}</td>
    <td data-label="Why">${it.billingReason.replace('subscription_', '')}</td>
    <td data-label="Status">${status(it.status)}</td>
    <td data-label="Lines" class="number" title="${linesText(it)}">${lines ?? ''}</td>
    <td data-label="Off" class="number">${off ?? ''}</td>
    <td data-label="Tax" class="number">${tax ?? ''}</td>
    <td data-label="Total" class="number">${amountText(total, it.currency)}</td>
    <td data-label="Due" class="number">${numberText(amountDue, it)}</td>
  </tr>`
}

function linesText({ lines, currency }: Invoice): string {
  return lines.map((it) => `${amountText(it.amount, currency)} ${it.description ?? ''}`).join('; ')
}

function numberText(amount: number, { currency }: Pick<Invoice, 'currency'>): string {
  return amountText(amount, currency).split(' ')[0] ?? ''
}

function discountsText(account: StripeAccount, ids: readonly string[]): string {
  const texts = ids.map((id) => offText(couponOf(account, discountOf(account, id).coupon)))
  return texts.length === 0 ? 'none' : texts.join(', ')
}

function status(word: string): Html {
  return html`<span class="status ${word.replace(/_/g, '-')}">${word.replace(/_/g, ' ')}</span>`
}

function seconds(moment: number): string {
  return momentText(moment * 1000)
}

const sections = [
  { name: 'subscriptions', title: 'Subscriptions', path: '' },
  { name: 'invoices', title: 'Invoices', path: '/invoices' },
  { name: 'clocks', title: 'Test clocks', path: '/clocks' },
  { name: 'webhooks', title: 'Webhooks', path: '/webhooks' },
] as const satisfies readonly LedgerSection[]

type Section = (typeof sections)[number]['name']

/** The buttons of the account's clock. */
const steps = { day: '1 day', week: '1 week', month: '1 month', due: 'next due moment' } as const

type Parts = { readonly section: Section; readonly content: Html; readonly problem: string | null }

/** A page of an account's ledger. */
function layout(gateway: Gateway, account: StripeAccount, { section, content, problem }: Parts): Html {
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
