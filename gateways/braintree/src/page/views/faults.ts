import { faultStatuses } from '@goodword/sandbox/control/fault-body'
import { type Html, html } from '@goodword/sandbox/page/html'
import type { FaultAction, FaultRule, Merchant } from '../../model/merchant.ts'

/** The labels of the kinds of faults. */
const faultKinds: readonly (readonly [kind: FaultAction['kind'], name: string])[] = [
  ['delay', 'delay the response'],
  ['hang', 'never answer'],
  ['reset', 'break the connection'],
  ['status', 'respond with a status'],
  ['malformed', 'answer with broken XML'],
  ['truncated', 'send half of the response and close'],
  ['answer_lost', 'execute, then drop the response'],
  ['applied_late', 'respond with a status, then execute'],
  ['decline', 'decline charges'],
]

/** @param given the fields of a rejected form, to be corrected */
export function faultsView(merchant: Merchant, given: Readonly<Record<string, string>> = {}): Html {
  const path = `/ledger/${merchant.id}/faults`
  return html`<h2>Fault rules <span class="count">${merchant.faults.length}</span></h2>
  ${
    merchant.faults.length === 0
      ? html`<p class="empty">There are no fault rules. Add one to simulate a failure.</p>`
      : html`<table class="stacked"><thead><tr><th>Requests</th><th>What happens</th><th>From</th><th>Times</th><th class="number">Chance</th><th class="number">Seen</th><th class="number">Hit</th><th></th></tr></thead>
        <tbody>${merchant.faults.map((rule) => row(rule, path))}</tbody></table>
        <form method="post" action="${path}/reset" class="inline"><button>Count from the beginning</button></form>`
  }
  <h3>Add a rule</h3>
  ${form(path, given)}`
}

function row(rule: FaultRule, path: string): Html {
  const { method, path: pattern } = rule.match
  return html`<tr>
    <th scope="row"><code>${method ?? 'any'} ${pattern ?? 'any path'}</code></th>
    <td data-label="What happens">${actionText(rule.action)}</td>
    <td data-label="From">request ${rule.from} on</td>
    <td data-label="Times">${rule.times === null ? 'always' : rule.times}</td>
    <td data-label="Chance" class="number">${Math.round(rule.probability * 100)} %</td>
    <td data-label="Seen" class="number">${rule.seen}</td>
    <td data-label="Hit" class="number">${rule.hits}</td>
    <td class="acts"><form class="act" method="post" action="${path}/${rule.id}/remove"><button>Remove</button></form></td>
  </tr>`
}

function actionText(action: FaultAction): string {
  const name = faultKinds.find(([kind]) => kind === action.kind)?.[1] ?? action.kind
  if (action.kind === 'delay') return `${name}: ${action.ms} ms`
  if (action.kind === 'applied_late') return `${name}: ${action.status}, ${action.ms} ms`
  if (action.kind === 'status') return `${name}: ${action.status}`
  if (action.kind !== 'decline') return name
  const of = action.subscriptionId ?? action.token
  return `${name} with ${action.code}${of === null ? '' : ` of ${of}`}`
}

function form(path: string, given: Readonly<Record<string, string>>): Html {
  const field = (name: string, otherwise = '') => given[name] ?? otherwise
  return html`<form class="grid" method="post" action="${path}">
    <label>Method <select name="method">${['', 'GET', 'POST', 'PUT', 'DELETE'].map(
      (each) =>
        html`<option value="${each}" ${each === field('method') && html`selected`}>${each || 'any'}</option>`,
    )}</select></label>
    <label>Path below the merchant <input name="path" placeholder="/subscriptions/*" value="${field('path')}"></label>
    <label>What happens <select name="kind">${faultKinds.map(
      ([kind, name]) =>
        html`<option value="${kind}" ${kind === field('kind') && html`selected`}>${name}</option>`,
    )}</select></label>
    <label>Milliseconds, to wait <input name="ms" type="number" min="0" max="600000" placeholder="3000" value="${field('ms')}"></label>
    <label>Status, to answer <select name="status">${['', ...faultStatuses].map(
      (each) => html`<option ${`${each}` === field('status') && html`selected`}>${each}</option>`,
    )}</select></label>
    <label>Code, to decline with <input name="code" placeholder="2000" value="${field('code')}"></label>
    <label>Subscription, to decline <input name="subscriptionId" placeholder="any" value="${field('subscriptionId')}"></label>
    <label>From which request <input name="from" type="number" min="1" value="${field('from', '1')}"></label>
    <label>How often <input name="times" type="number" min="1" placeholder="always" value="${field('times')}"></label>
    <label>Chance, 0 to 1 <input name="probability" inputmode="decimal" value="${field('probability', '1')}"></label>
    <button>Add rule</button>
  </form>`
}
