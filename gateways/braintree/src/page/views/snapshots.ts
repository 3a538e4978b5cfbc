import { momentText } from '@goodword/sandbox/control/moment-text'
import { type Html, html } from '@goodword/sandbox/page/html'
import type { Control } from '../../control/control-route.ts'
import type { Merchant } from '../../model/merchant.ts'
import { snapshotsOf } from '../../state/snapshots.ts'

export function snapshotsView(control: Control, merchant: Merchant): Html {
  const path = `/ledger/${merchant.id}/snapshots`
  const kept = Array.from(snapshotsOf(control.snapshots, merchant).values()).reverse()
  return html`<h2>Snapshots <span class="count">${kept.length}</span></h2>
  ${
    kept.length === 0
      ? html`<p class="empty">There are no snapshots. Take one to return to the current state later.</p>`
      : html`<table class="stacked"><thead><tr><th>Name</th><th>Merchant’s time</th><th class="number">Subscriptions</th><th class="number">Transactions</th><th></th></tr></thead><tbody>${kept.map(
          ({ name, at, merchant: then }) => html`<tr>
            <th scope="row">${name}</th>
            <td data-label="Merchant’s time" class="date">${momentText(at)}</td>
            <td data-label="Subscriptions" class="number">${then.subscriptions.size}</td>
            <td data-label="Transactions" class="number">${then.transactions.size}</td>
            <td class="acts">
              <form class="act" method="post" action="${path}/restore"><button name="name" value="${name}">Go back to it</button></form>
              <form class="act" method="post" action="${path}/remove"><button name="name" value="${name}">Remove</button></form>
            </td>
          </tr>`,
        )}</tbody></table>`
  }
  <form class="add" method="post" action="${path}">
    <label>Name <input name="name" required maxlength="64" placeholder="before the upgrade"></label>
    <button>Take a snapshot</button>
  </form>
  <h3>Begin anew</h3>
  <p>All of ${merchant.id} becomes what the fixtures say: its clock, customers, subscriptions, transactions and journal. Snapshots stay.</p>
  <form method="post" action="${path}/reset"><button class="strong">Reset ${merchant.id}</button></form>`
}
