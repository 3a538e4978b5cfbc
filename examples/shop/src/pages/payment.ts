import { toPay } from '../checkout.ts'
import type { OtherForm, RedirectForm } from '../gateway.ts'
import type { Offer } from '../goodword.ts'
import { type Html, html } from '../html.ts'
import { type Plan, price } from '../plans.ts'
import { alert, codeField, field } from './form.ts'
import { type Frame, page } from './page.ts'

export type Payment = {
  readonly plan: Plan
  readonly offer: Offer | null
  readonly fault: string | undefined
  /** The number of a card that the gateway charges; null where none is charged. */
  readonly testCard: string | null
  /** What other form the gateway has; null where no card is charged. */
  readonly otherForm: OtherForm['kind'] | null
  /** The code that the customer signed up with. */
  readonly code: string | null
  /** What was typed in where none is known yet, and what is wrong with it. */
  readonly typedCode: string
  readonly codeFault: string | undefined
  /** The form is sent to the gateway instead of the shop. */
  readonly redirect: RedirectForm | null
}

/** The payment form, with the input that carries the referral code to the server. */
export function payment(frame: Frame, content: Payment): string {
  const { plan, offer, fault, redirect } = content
  const names = redirect === null ? ownForm : gatewayForm
  const action = redirect === null ? `/pay/${plan.id}` : redirect.action
  return page(
    frame,
    `Pay for ${plan.name}`,
    html`
    <section class="sheet">
      <h1>${plan.name}, from today.</h1>
      ${bill(plan, offer)}
      ${alert(fault)}
      <form method="post" action="${action}">
        ${redirect === null ? null : html`<input type="hidden" name="tr_data" value="${redirect.data}">`}
        ${codeInput(content, names.code)}
        ${field({ name: names.card, label: 'Card number', type: 'text', autocomplete: 'cc-number', hint: cardHint(content) })}
        <div class="pair">
          ${field({ name: names.expires, label: 'Expires', type: 'text', autocomplete: 'cc-exp', hint: 'MM/YY' })}
          ${field({ name: names.cvc, label: 'Security code', type: 'text', autocomplete: 'cc-csc' })}
        </div>
        <button class="button">Pay ${price(toPay(plan, offer))} a month</button>
        ${checkoutButton(content)}
      </form>
      ${redirectLink(content)}
    </section>`,
    // The code of the sign-up stays: the script fills an empty field alone.
    [['autofill', `name=${names.code}`]],
  )
}

/** A customer who signed up without a code can still enter one: it counts until the first payment. */
function codeInput({ code, redirect, typedCode, codeFault }: Payment, name: string): Html {
  return code === null && redirect === null
    ? codeField(typedCode, codeFault)
    : html`<input type="hidden" name="${name}" value="${code ?? ''}">`
}

const ownForm = { code: 'referral_code', card: 'card', expires: 'expires', cvc: 'cvc' }
const gatewayForm = {
  code: 'customer[custom_fields][referral_coupon]',
  card: 'customer[credit_card][number]',
  expires: 'customer[credit_card][expiration_date]',
  cvc: 'customer[credit_card][cvv]',
}

function cardHint({ testCard }: Payment): string {
  return testCard === null
    ? 'Any number will do, say 4111 1111 1111 1111: no card is charged.'
    : `A test card: ${testCard}, with any date ahead.`
}

/** In the form of the shop, so that the code that the script put there goes along; the fields of the card do not matter. */
function checkoutButton({ plan, otherForm }: Payment): Html | null {
  if (otherForm !== 'CHECKOUT_PAGE') return null
  return html`<p class="muted"><button class="plain" formaction="/pay/${plan.id}/checkout" formnovalidate>Pay on the page of Stripe</button> (Checkout)</p>`
}

function redirectLink({ plan, otherForm, redirect }: Payment): Html | null {
  if (otherForm !== 'REDIRECT_FORM') return null
  return redirect === null
    ? html`<p class="muted"><a href="/pay/${plan.id}?form=redirect">Send the card straight to the gateway</a> (transparent redirect)</p>`
    : html`<p class="muted">This form goes to the gateway. <a href="/pay/${plan.id}">Use the shop’s own form</a></p>`
}

/** Shows customers who have a subscription what the other plan costs them. */
export function changeOfPlan(frame: Frame, plan: Plan, offCents: number, fault?: string): string {
  return page(
    frame,
    `Change to ${plan.name}`,
    html`
    <section class="sheet">
      <h1>Change to ${plan.name}.</h1>
      ${sums(plan, offCents, 'Your referral discount')}
      <p class="muted">The rest of this month is settled today, with the new discount.</p>
      ${alert(fault)}
      <form method="post" action="/pay/${plan.id}"><button class="button">Change to ${plan.name}</button></form>
    </section>`,
  )
}

function bill(plan: Plan, offer: Offer | null): Html {
  const from = offer?.referrerName ?? null
  const label = `${offer?.discountPercentage ?? 0} % off${from === null ? '' : `, from ${from}`}`
  return sums(plan, plan.cents - toPay(plan, offer), label)
}

function sums(plan: Plan, offCents: number, label: string): Html {
  return html`<dl class="bill">
    <div><dt>${plan.bags}</dt><dd>${price(plan.cents)}</dd></div>
    ${offCents === 0 ? null : html`<div class="off"><dt>${label}</dt><dd>−${price(offCents)}</dd></div>`}
    <div class="sum"><dt>A month</dt><dd>${price(plan.cents - offCents)}</dd></div>
  </dl>`
}
