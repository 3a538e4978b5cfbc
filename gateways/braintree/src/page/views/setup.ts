import { type Html, html } from '@goodword/sandbox/page/html'
import type { Merchant } from '../../model/merchant.ts'
import { moneyText } from '../../model/money.ts'

/** The parts of the Control Panel that merchants read and change: API keys, custom fields and discounts. */
export function setupView(merchant: Merchant): Html {
  const path = `/ledger/${merchant.id}`
  return html`<h2>API keys</h2>
  <p>The address of the gateway is that of this page, without its path. The Merchant ID is <code>${merchant.id}</code>.</p>
  <table class="stacked"><thead><tr><th>Public key</th><th>Private key</th></tr></thead><tbody>${merchant.keys.map(
    ({ publicKey, privateKey }) => html`<tr>
      <th scope="row"><code>${publicKey}</code></th>
      <td data-label="Private key"><code>${privateKey}</code></td>
    </tr>`,
  )}</tbody></table>
  <h2>Custom fields <span class="count">${merchant.customFields.length}</span></h2>
  ${
    merchant.customFields.length > 0 &&
    html`<table class="stacked"><thead><tr><th>API name</th><th>Kind</th><th></th></tr></thead><tbody>${merchant.customFields.map(
      ({ name, kind }) => html`<tr>
        <th scope="row"><code>${name}</code></th>
        <td data-label="Kind">${kind.replaceAll('_', ' ')}</td>
        ${removal(`${path}/custom-fields`, name)}
      </tr>`,
    )}</tbody></table>`
  }
  <form class="add" method="post" action="${path}/custom-fields">
    <label>API name <input name="name" required maxlength="255" placeholder="referral_coupon"></label>
    <button>Add custom field</button>
  </form>
  <h2>Discounts <span class="count">${merchant.discounts.size}</span></h2>
  ${
    merchant.discounts.size > 0 &&
    html`<table class="stacked"><thead><tr><th>ID</th><th>Name</th><th class="number">Amount</th><th>Cycles</th><th></th></tr></thead><tbody>${Array.from(
      merchant.discounts.values(),
      ({ id, name, amount, numberOfBillingCycles }) => html`<tr>
        <th scope="row"><code>${id}</code></th>
        <td data-label="Name">${name}</td>
        <td data-label="Amount" class="number">${moneyText(amount)}</td>
        <td data-label="Cycles">${numberOfBillingCycles ?? 'all'}</td>
        ${removal(`${path}/discounts`, id)}
      </tr>`,
    )}</tbody></table>`
  }
  <form class="add" method="post" action="${path}/discounts">
    <label>ID <input name="id" required maxlength="64" placeholder="referral_discount"></label>
    <label>Name <input name="name" maxlength="255" placeholder="Referral Discount"></label>
    <label>Amount <input name="amount" required size="8" placeholder="1.00"></label>
    <button>Add discount</button>
  </form>`
}

function removal(path: string, id: string): Html {
  return html`<td class="acts"><form class="act" method="post" action="${path}/${encodeURIComponent(id)}/remove"><button>Remove</button></form></td>`
}
