import { pageOf } from '@goodword/sandbox/control/page-of'
import { type Html, html } from '@goodword/sandbox/page/html'
import { pager } from '@goodword/sandbox/page/pager'
import type { Merchant } from '../../model/merchant.ts'
import type { Subscription, SubscriptionStatus } from '../../model/subscription.ts'
import { nextPeriodAmount } from '../../records/amounts.ts'
import { cycleText, modification, money, status } from '../texts.ts'

const statuses: readonly SubscriptionStatus[] = ['Active', 'Past Due', 'Pending', 'Canceled', 'Expired']

export function subscriptionsView(merchant: Merchant, query: Readonly<Record<string, string>>): Html {
  const path = `/ledger/${merchant.id}`
  const { items, next } = pageOf(
    merchant.subscriptions.values(),
    query,
    (each) => !query.status || each.status === query.status,
  )
  return html`<h2>Subscriptions <span class="count">${merchant.subscriptions.size}</span></h2>
  <p class="filter">${filterLink(path, '', 'All', query)} ${statuses.map((each) => filterLink(path, each, each, query))}</p>
  ${items.length === 0 ? nothing(merchant, query) : table(merchant, items)}
  ${pager(path, query, next)}`
}

function filterLink(
  path: string,
  wanted: string,
  name: string,
  query: Readonly<Record<string, string>>,
): Html {
  const isChosen = (query.status ?? '') === wanted
  const address = wanted === '' ? path : `${path}?${new URLSearchParams({ status: wanted }).toString()}`
  return html`<a href="${address}" ${isChosen && html`aria-current="true"`}>${name}</a> `
}

function nothing(merchant: Merchant, query: Readonly<Record<string, string>>): Html {
  if (merchant.subscriptions.size > 0)
    return html`<p class="empty">No subscription is ${query.status ?? 'here'}.</p>`
  const [key] = merchant.keys
  const [plan] = merchant.plans.keys()
  return html`<div class="empty">
    <p>There are no subscriptions yet. Create one with an official SDK and these settings:</p>
    <dl class="keys">
      <dt>Merchant</dt><dd><code>${merchant.id}</code></dd>
      <dt>Public key</dt><dd><code>${key?.publicKey ?? ''}</code></dd>
      <dt>Private key</dt><dd><code>${key?.privateKey ?? ''}</code></dd>
      <dt>A plan</dt><dd><code>${plan ?? 'none: fixtures bring plans'}</code></dd>
      <dt>A payment method</dt><dd><code>fake-valid-nonce</code></dd>
    </dl>
    <p>Or bring some in the fixtures file; the README of the package has a sample.</p>
  </div>`
}

function table(merchant: Merchant, items: readonly Subscription[]): Html {
  return html`<table class="stacked">
    <thead><tr><th>Subscription</th><th>Status</th><th>Plan</th><th class="number">Cycle</th><th class="number">Price</th><th>Discounts, add-ons</th><th class="number">Balance</th><th>Next bill</th><th class="number">Amount</th></tr></thead>
    <tbody>${items.map((each) => row(merchant, each))}</tbody>
  </table>`
}

function row(merchant: Merchant, it: Subscription): Html {
  const isActive = it.nextBillingDate !== null && it.status !== 'Canceled' && it.status !== 'Expired'
  return html`<tr>
    <th scope="row"><a href="/ledger/${merchant.id}/subscriptions/${it.id}">${it.id}</a></th>
    <td data-label="Status">${status(it.status)}${it.trial !== null && it.currentBillingCycle === 0 && html` <span class="note">trial</span>`}</td>
    <td data-label="Plan">${it.planId}</td>
    <td data-label="Cycle" class="number">${cycleText(it.currentBillingCycle, it.numberOfBillingCycles)}</td>
    <td data-label="Price" class="number">${money(it.price)}</td>
    <td data-label="Discounts, add-ons">${[...it.discounts, ...it.addOns].map(modification)}</td>
    <td data-label="Balance" class="number">${money(it.balance)}</td>
    <td data-label="Next bill" class="date">${isActive ? it.nextBillingDate : '–'}</td>
    <td data-label="Amount" class="number">${isActive ? money(Math.max(0, it.balance + nextPeriodAmount(it))) : '–'}</td>
  </tr>`
}
