import { momentText } from '@goodword/sandbox/control/moment-text'
import type { Notification } from '@goodword/sandbox/model/notification'
import { type Html, html } from '@goodword/sandbox/page/html'
import { textOf } from '@goodword/sandbox/webhooks/journal'
import type { Merchant } from '../../model/merchant.ts'
import { indented } from '../indented.ts'
import { status } from '../texts.ts'

export function notificationView(merchant: Merchant, it: Notification): Html {
  const path = `/ledger/${merchant.id}/webhooks`
  return html`<p class="back"><a href="${path}">The journal</a></p>
  <h2>Webhook <span class="name">${it.kind}</span> ${status(it.status)}</h2>
  <dl class="facts">
    <div><dt>When</dt><dd>${momentText(it.createdAt)}</dd></div>
    <div><dt>To</dt><dd>${it.destinationId}</dd></div>
    <div><dt>Subscription</dt><dd>${
      it.subscriptionId === null
        ? '–'
        : html`<a href="/ledger/${merchant.id}/subscriptions/${it.subscriptionId}">${it.subscriptionId}</a>`
    }</dd></div>
    <div><dt>Sent again</dt><dd>${momentText(it.dueAt)}</dd></div>
  </dl>
  <h3>Attempts</h3>
  ${
    it.attempts.length === 0
      ? html`<p class="empty">It was not sent yet.</p>`
      : html`<table class="stacked"><thead><tr><th>When</th><th>Answer</th><th>Sent by</th></tr></thead><tbody>${it.attempts.map(
          (attempt) => html`<tr>
            <th scope="row" class="date">${momentText(attempt.at)}</th>
            <td data-label="Answer">${attempt.status ?? attempt.error}</td>
            <td data-label="Sent by">${attempt.isManual ? 'hand' : 'the gateway'}</td>
          </tr>`,
        )}</tbody></table>`
  }
  <form class="inline" method="post" action="${path}/${it.id}/resend"><button>Send again</button></form>
  <h3>What it says</h3>
  <pre class="xml" tabindex="0"><code>${indented(textOf(it))}</code></pre>`
}
