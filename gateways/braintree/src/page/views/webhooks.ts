import { momentText } from '@goodword/sandbox/control/moment-text'
import { pageOf } from '@goodword/sandbox/control/page-of'
import type { Notification } from '@goodword/sandbox/model/notification'
import { notificationStatuses } from '@goodword/sandbox/model/notification'
import { type Html, html } from '@goodword/sandbox/page/html'
import { pager } from '@goodword/sandbox/page/pager'
import type { Merchant } from '../../model/merchant.ts'
import { notificationKinds } from '../../model/webhook.ts'
import { status } from '../texts.ts'

export function webhooksView(merchant: Merchant, query: Readonly<Record<string, string>>): Html {
  const path = `/ledger/${merchant.id}/webhooks`
  const { status: wanted = '', kind = '', subscriptionId = '' } = query
  const { items, next } = pageOf(merchant.notifications.values(), query, (each) => {
    if (wanted !== '' && each.status !== wanted) return false
    if (kind !== '' && each.kind !== kind) return false
    return subscriptionId === '' || each.subscriptionId === subscriptionId
  })
  return html`${destinationsView(merchant)}
  <h2>Journal <span class="count">${merchant.notifications.size}</span></h2>
  <form class="filters" method="get" action="${path}">
    <label>Status ${choice('status', notificationStatuses, wanted)}</label>
    <label>Kind ${choice('kind', notificationKinds, kind)}</label>
    <label>Subscription <input name="subscriptionId" value="${subscriptionId}" size="12"></label>
    <button>Show</button>
  </form>
  ${items.length === 0 ? nothing(merchant) : table(merchant, items)}
  ${pager(path, query, next)}`
}

function choice(name: string, words: readonly string[], chosen: string): Html {
  return html`<select name="${name}"><option value="">all</option>${words.map(
    (word) =>
      html`<option value="${word}" ${word === chosen && html`selected`}>${word.replace(/_/g, ' ')}</option>`,
  )}</select>`
}

function nothing(merchant: Merchant): Html {
  if (merchant.destinations.length === 0) {
    return html`<p class="empty">No notifications are sent because there is no destination. Add one above.</p>`
  }
  return html`<p class="empty">There are no notifications yet. Create a subscription or move the clock to send some.</p>`
}

function table(merchant: Merchant, items: readonly Notification[]): Html {
  return html`<table class="stacked">
    <thead><tr><th>When</th><th>Kind</th><th>Subscription</th><th>To</th><th>Status</th><th class="number">Attempts</th><th>Last attempt</th><th></th></tr></thead>
    <tbody>${items.map((each) => row(merchant, each))}</tbody>
  </table>`
}

function row(merchant: Merchant, it: Notification): Html {
  const path = `/ledger/${merchant.id}/webhooks/${it.id}`
  const last = it.attempts.at(-1)
  return html`<tr>
    <th scope="row" class="date">${momentText(it.createdAt)}</th>
    <td data-label="Kind"><a href="${path}">${it.kind.replace(/^subscription_/, '').replace(/_/g, ' ')}</a></td>
    <td data-label="Subscription">${it.subscriptionId ?? '–'}</td>
    <td data-label="To">${it.destinationId}</td>
    <td data-label="Status">${status(it.status)}${it.dueAt !== null && html` <span class="note">due ${momentText(it.dueAt)}</span>`}</td>
    <td data-label="Attempts" class="number">${it.attempts.length}</td>
    <td data-label="Last attempt">${last === undefined ? '–' : (last.status ?? last.error)}</td>
    <td class="acts"><form class="act" method="post" action="${path}/resend"><button>Send again</button></form></td>
  </tr>`
}

/** Where notifications go. */
function destinationsView(merchant: Merchant): Html {
  const path = `/ledger/${merchant.id}/destinations`
  return html`<h2>Destinations</h2>
  ${
    merchant.destinations.length > 0 &&
    html`<table class="stacked"><thead><tr><th>Name</th><th>Address</th><th>Kinds</th><th></th></tr></thead><tbody>${merchant.destinations.map(
      ({ id, url, kinds }) => html`<tr>
        <th scope="row">${id}</th>
        <td data-label="Address"><code>${url}</code></td>
        <td data-label="Kinds">${kinds === null ? 'all' : kinds.join(', ')}</td>
        <td class="acts">
          <form class="act" method="post" action="${path}/${id}/check"><button>Send a test</button></form>
          <form class="act" method="post" action="${path}/${id}/remove"><button>Remove</button></form>
        </td>
      </tr>`,
    )}</tbody></table>`
  }
  <form class="add" method="post" action="${path}">
    <label>Address <input type="url" name="url" required placeholder="http://127.0.0.1:4000/webhooks" size="36"></label>
    <button>Add destination</button>
  </form>
  <h2>Follower of the clock</h2>
  <p>It is called at each due moment, after its webhooks, so that its own clock can follow. Leave the address empty for none.</p>
  <form class="add" method="post" action="/ledger/${merchant.id}/barrier">
    <label>Clock URL <input type="url" name="url" value="${merchant.barrier}" size="36"></label>
    <button>Save</button>
  </form>`
}
