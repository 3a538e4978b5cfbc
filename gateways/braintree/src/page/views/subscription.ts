import { momentText } from '@goodword/sandbox/control/moment-text'
import { pageOf } from '@goodword/sandbox/control/page-of'
import { type Html, html } from '@goodword/sandbox/page/html'
import { pager } from '@goodword/sandbox/page/pager'
import type { Merchant } from '../../model/merchant.ts'
import { moneyText } from '../../model/money.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Transaction } from '../../model/transaction.ts'
import { nextPeriodAmount } from '../../records/amounts.ts'
import { disputesOf } from '../../records/disputes-of.ts'
import { cycleText, modification, money, status } from '../texts.ts'

export function subscriptionView(merchant: Merchant, it: Subscription): Html {
  const card = merchant.cards.get(it.paymentMethodToken)
  const path = `/ledger/${merchant.id}`
  const bills = it.transactionIds.slice(0, 100).flatMap((id) => merchant.transactions.get(id) ?? [])
  return html`<p class="back"><a href="${path}">All subscriptions</a></p>
  <h2>Subscription <span class="name">${it.id}</span> ${status(it.status)}</h2>
  <dl class="facts">
    <div><dt>Plan</dt><dd>${it.planId}</dd></div>
    <div><dt>Price</dt><dd>${money(it.price)}</dd></div>
    <div><dt>Balance</dt><dd>${money(it.balance)}</dd></div>
    <div><dt>Next period costs</dt><dd>${money(nextPeriodAmount(it))}</dd></div>
    <div><dt>Cycle</dt><dd>${cycleText(it.currentBillingCycle, it.numberOfBillingCycles)}</dd></div>
    <div><dt>Period</dt><dd>${it.billingPeriodStart === null ? '–' : `${it.billingPeriodStart} to ${it.billingPeriodEnd}`}</dd></div>
    <div><dt>First bill</dt><dd>${it.firstBillingDate}</dd></div>
    <div><dt>Next bill</dt><dd>${it.nextBillingDate ?? '–'}</dd></div>
    <div><dt>Failures</dt><dd>${it.failureCount}${it.retryOn !== null && `, tried again on ${it.retryOn}`}</dd></div>
    <div><dt>Card</dt><dd>${card === undefined ? it.paymentMethodToken : `${card.number.cardType} …${card.number.last4} (${card.token})`}</dd></div>
    <div><dt>Customer</dt><dd>${card?.customerId ?? '–'}</dd></div>
    <div><dt>Discounts, add-ons</dt><dd>${it.discounts.length + it.addOns.length === 0 ? 'none' : [...it.discounts, ...it.addOns].map(modification)}</dd></div>
  </dl>
  <h3>Bills</h3>
  ${bills.length === 0 ? html`<p class="empty">Nothing was billed yet. Move the clock to ${it.nextBillingDate ?? 'its first bill'}.</p>` : transactionTable(merchant, bills, false)}
  ${it.transactionIds.length > bills.length && html`<p class="note">The newest ${bills.length} of ${it.transactionIds.length}.</p>`}
  <h3>Status history</h3>
  <table class="stacked"><thead><tr><th>When</th><th>Status</th><th class="number">Price</th><th class="number">Balance</th><th>By</th></tr></thead>
  <tbody>${it.statusHistory.slice(0, 50).map(
    (event) => html`<tr>
      <th scope="row" class="date">${momentText(event.timestamp)}</th>
      <td data-label="Status">${status(event.status)}</td>
      <td data-label="Price" class="number">${moneyText(event.price)}</td>
      <td data-label="Balance" class="number">${money(event.balance)}</td>
      <td data-label="By">${event.user ?? event.source.replace('_', ' ')}</td>
    </tr>`,
  )}</tbody></table>
  <p class="more"><a href="${path}/webhooks?subscriptionId=${it.id}">Its webhooks</a></p>`
}

export function transactionsView(merchant: Merchant, query: Readonly<Record<string, string>>): Html {
  const { items, next } = pageOf(merchant.transactions.values(), query)
  return html`<h2>Transactions <span class="count">${merchant.transactions.size}</span></h2>
  ${items.length === 0 ? html`<p class="empty">There are no transactions yet. Create a subscription or a sale, or move the clock to the next bill.</p>` : transactionTable(merchant, items)}
  ${pager(`/ledger/${merchant.id}/transactions`, query, next)}`
}

function transactionTable(merchant: Merchant, items: readonly Transaction[], showsSubscription = true): Html {
  return html`<table class="stacked">
    <thead><tr><th>Transaction</th><th>When</th><th>Type</th><th>Status</th><th class="number">Amount</th>${showsSubscription && html`<th>Subscription</th>`}<th>Processor</th></tr></thead>
    <tbody>${items.map((each) => row(merchant, each, showsSubscription))}</tbody>
  </table>`
}

function row(merchant: Merchant, it: Transaction, showsSubscription: boolean): Html {
  const { recurring, processorResponse: response } = it
  const refund = it.refundedTransactionId === null ? '' : ` of ${it.refundedTransactionId}`
  const isRefunded = it.refundIds.length > 0
  return html`<tr>
    <th scope="row" class="name">${it.id}</th>
    <td data-label="When" class="date">${momentText(it.createdAt)}</td>
    <td data-label="Type">${it.type === 'credit' ? `refund${refund}` : 'sale'}</td>
    <td data-label="Status">${status(it.status)}${isRefunded && html` <span class="note">refunded by ${it.refundIds.join(', ')}</span>`}${disputesOf(merchant, it).map((each) => html` <span class="note">dispute ${each.id}: ${each.status.replace('_', ' ')}</span>`)}</td>
    <td data-label="Amount" class="number">${money(it.type === 'credit' ? 0 - it.amount : it.amount)} <span class="currency">${it.currency}</span></td>
    ${showsSubscription && html`<td data-label="Subscription">${linkTo(merchant, recurring?.subscriptionId ?? null)}</td>`}
    <td data-label="Processor">${it.gatewayRejectionReason ?? `${response.code} ${response.text}`}</td>
  </tr>`
}

function linkTo(merchant: Merchant, id: string | null): Html {
  return id === null ? html`–` : html`<a href="/ledger/${merchant.id}/subscriptions/${id}">${id}</a>`
}
