import { momentText } from '@goodword/sandbox/control/moment-text'
import { pageOf } from '@goodword/sandbox/control/page-of'
import { type Html, html } from '@goodword/sandbox/page/html'
import { pager } from '@goodword/sandbox/page/pager'
import type { Merchant } from '../../model/merchant.ts'
import type { Transaction } from '../../model/transaction.ts'
import { disputesOf } from '../../records/find-dispute.ts'
import { money, status } from '../texts.ts'

export function transactionsView(merchant: Merchant, query: Readonly<Record<string, string>>): Html {
  const { items, next } = pageOf(merchant.transactions.values(), query)
  return html`<h2>Transactions <span class="count">${merchant.transactions.size}</span></h2>
  ${items.length === 0 ? html`<p class="empty">There are no transactions yet. Create a subscription or a sale, or move the clock to the next bill.</p>` : transactionTable(merchant, items)}
  ${pager(`/ledger/${merchant.id}/transactions`, query, next)}`
}

export function transactionTable(
  merchant: Merchant,
  items: readonly Transaction[],
  showsSubscription = true,
): Html {
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
