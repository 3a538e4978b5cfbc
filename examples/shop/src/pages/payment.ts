import type { Offer } from '../goodword.ts'
import { type Html, html } from '../html.ts'
import { type Plan, price } from '../plans.ts'
import { alert, field } from './form.ts'
import { type Frame, page } from './page.ts'

/** The payment form, with the input that carries the referral code to the server. */
export function payment(frame: Frame, plan: Plan, offer: Offer | null, fault?: string): string {
  return page(
    frame,
    `Pay for ${plan.name}`,
    html`
    <section class="sheet">
      <h1>${plan.name}, from today.</h1>
      ${bill(plan, offer)}
      ${alert(fault)}
      <form method="post" action="/pay/${plan.id}">
        <input type="hidden" name="referral_code" value="">
        ${field({ name: 'card', label: 'Card number', type: 'text', autocomplete: 'cc-number', hint: 'Any number will do, say 4111 1111 1111 1111: no card is charged.' })}
        <div class="pair">
          ${field({ name: 'expires', label: 'Expires', type: 'text', autocomplete: 'cc-exp' })}
          ${field({ name: 'cvc', label: 'Security code', type: 'text', autocomplete: 'cc-csc' })}
        </div>
        <button class="button">Pay ${price(toPay(plan, offer))} a month</button>
      </form>
    </section>`,
    [['autofill', 'name=referral_code']],
  )
}

/** What is left of the price: half a cent and more is rounded up in the friend's favour. */
function toPay({ cents }: Plan, offer: Offer | null): number {
  const off = Math.round((cents * (offer?.discountPercentage ?? 0)) / 100)
  return cents - Math.min(off, cents)
}

function bill(plan: Plan, offer: Offer | null): Html {
  const off = plan.cents - toPay(plan, offer)
  const from = offer?.referrerName ?? null
  return html`<dl class="bill">
    <div><dt>${plan.bags}</dt><dd>${price(plan.cents)}</dd></div>
    ${
      off === 0
        ? null
        : html`<div class="off"><dt>${offer?.discountPercentage ?? 0} % off${from === null ? null : html`, from ${from}`}</dt><dd>−${price(off)}</dd></div>`
    }
    <div class="sum"><dt>A month</dt><dd>${price(plan.cents - off)}</dd></div>
  </dl>`
}
