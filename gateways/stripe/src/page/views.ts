import { nextDueAt } from '@goodword/sandbox/clock/due-work'
import { momentText } from '@goodword/sandbox/control/moment-text'
import { pageOf } from '@goodword/sandbox/control/page-of'
import { type Html, html } from '@goodword/sandbox/page/html'
import { pager } from '@goodword/sandbox/page/pager'
import { couponOf, discountOf } from '../lookup/discounts.ts'
import type { StripeAccount } from '../model/account.ts'
import type { Invoice } from '../model/invoice.ts'
import { amountText, offText } from '../money/currencies.ts'
import { totalsOf } from '../money/invoice-totals.ts'
import type { Gateway } from '../work.ts'
import type { Section } from './layout.ts'

type Seen = {
  readonly gateway: Gateway
  readonly account: StripeAccount
  readonly query: Readonly<Record<string, string>>
}

/** So many are shown of a list, newest first. */
const MAX_ROWS = 100

export const views: Readonly<Record<Section, (seen: Seen) => Html>> = {
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
