import { type Html, html } from '@goodword/sandbox/page/html'
import type { Merchant } from '../../model/merchant.ts'

/** Where notifications go. */
export function destinationsView(merchant: Merchant): Html {
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
