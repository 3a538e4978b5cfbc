import type { Merchant } from '../../model/merchant.ts'
import { type Html, html } from '../html.ts'

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
  </form>`
}
