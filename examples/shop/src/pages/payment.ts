import { toPay } from '../checkout.ts'
import type { Declined, OtherForm, RedirectForm } from '../gateway.ts'
import type { Offer } from '../goodword.ts'
import { type Html, html } from '../html.ts'
import { type Plan, price } from '../plans.ts'
import { filled, type Words } from '../words/words.ts'
import { alert, codeField, field } from './form.ts'
import { type Frame, page } from './page.ts'

export type Payment = {
  readonly plan: Plan
  readonly offer: Offer | null
  readonly fault: Declined | undefined
  /** The number of a card that the gateway charges; null where none is charged. */
  readonly testCard: string | null
  /** The other form of the gateway; null where no card is charged. */
  readonly otherForm: OtherForm['kind'] | null
  /** The code that the customer signed up with. */
  readonly code: string | null
  /** The typed code while none is known yet. */
  readonly typedCode: string
  /** The form is sent to the gateway instead of the shop. */
  readonly redirect: RedirectForm | null
}

/** The payment form, with the input that carries the referral code to the server. */
export function payment(frame: Frame, content: Payment): string {
  const { plan, offer, fault, redirect } = content
  const { words } = frame
  const { payment: texts } = words
  const names = redirect === null ? ownForm : gatewayForm
  const action = redirect === null ? `/pay/${plan.id}` : redirect.action
  return page(
    frame,
    filled(texts.title, { plan: plan.name }),
    html`
    <section class="sheet">
      <h1>${filled(texts.heading, { plan: plan.name })}</h1>
      ${bill(words, plan, offer)}
      ${alert(isAboutCode(fault) ? undefined : fault?.wordsIn(words))}
      <form method="post" action="${action}">
        ${redirect === null ? null : html`<input type="hidden" name="tr_data" value="${redirect.data}">`}
        ${codeInput(words, content, names.code)}
        ${field({ name: names.card, label: texts.card, type: 'text', autocomplete: 'cc-number', hint: cardHint(words, content) })}
        <div class="pair">
          ${field({ name: names.expires, label: texts.expires, type: 'text', autocomplete: 'cc-exp', hint: texts.expiresHint })}
          ${field({ name: names.cvc, label: texts.cvc, type: 'text', autocomplete: 'cc-csc' })}
        </div>
        <button class="button">${filled(texts.button, { price: price(toPay(plan, offer), words) })}</button>
        ${checkoutButton(words, content)}
      </form>
      ${redirectLink(words, content)}
    </section>`,
    // The code of the sign-up stays: the script fills an empty field alone.
    [['autofill', `name=${names.code}`]],
  )
}

/** A customer who signed up without a code can still enter one: it counts until the first payment. */
function codeInput(words: Words, { code, redirect, typedCode, fault }: Payment, name: string): Html {
  return code === null && redirect === null
    ? codeField(words, typedCode, isAboutCode(fault) ? fault?.wordsIn(words) : undefined)
    : html`<input type="hidden" name="${name}" value="${code ?? ''}">`
}

/** Said beside the field of the code. */
function isAboutCode(fault: Declined | undefined): boolean {
  return fault?.reason === 'wrongCode'
}

const ownForm = { code: 'referral_code', card: 'card', expires: 'expires', cvc: 'cvc' }
const gatewayForm = {
  code: 'customer[custom_fields][referral_coupon]',
  card: 'customer[credit_card][number]',
  expires: 'customer[credit_card][expiration_date]',
  cvc: 'customer[credit_card][cvv]',
}

function cardHint({ payment }: Words, { testCard }: Payment): Html | string {
  return testCard === null ? payment.anyCard : filled(payment.testCard, { card: testCard })
}

/** In the form of the shop, so that the code that the script put there goes along; the fields of the card do not matter. */
function checkoutButton({ payment }: Words, { plan, otherForm }: Payment): Html | null {
  if (otherForm !== 'CHECKOUT_PAGE') return null
  return html`<p class="muted"><button class="plain" formaction="/pay/${plan.id}/checkout" formnovalidate>${payment.checkout}</button> (Checkout)</p>`
}

function redirectLink({ payment }: Words, { plan, otherForm, redirect }: Payment): Html | null {
  if (otherForm !== 'REDIRECT_FORM') return null
  return redirect === null
    ? html`<p class="muted"><a href="/pay/${plan.id}?form=redirect">${payment.redirect}</a> (transparent redirect)</p>`
    : html`<p class="muted">${payment.redirected} <a href="/pay/${plan.id}">${payment.ownForm}</a></p>`
}

/** Shows customers who have a subscription what the other plan costs them. */
export function changeOfPlan(frame: Frame, plan: Plan, offCents: number, fault?: Html): string {
  const { change } = frame.words
  const heading = filled(change.heading, { plan: plan.name })
  return page(
    frame,
    heading,
    html`
    <section class="sheet">
      <h1>${heading}</h1>
      ${sums(frame.words, plan, offCents, change.discount)}
      <p class="muted">${change.text}</p>
      ${alert(fault)}
      <form method="post" action="/pay/${plan.id}"><button class="button">${heading}</button></form>
    </section>`,
  )
}

function bill(words: Words, plan: Plan, offer: Offer | null): Html {
  const { off, offFrom } = words.payment
  const percent = new Intl.NumberFormat(words.lang).format(offer?.discountPercentage ?? 0)
  const name = offer?.referrerName ?? null
  const label = name === null ? filled(off, { percent }) : filled(offFrom, { percent, name })
  return sums(words, plan, plan.cents - toPay(plan, offer), label)
}

function sums(words: Words, plan: Plan, offCents: number, label: Html | string): Html {
  return html`<dl class="bill">
    <div><dt>${words.plans[plan.id].bags}</dt><dd>${price(plan.cents, words)}</dd></div>
    ${offCents === 0 ? null : html`<div class="off"><dt>${label}</dt><dd>−${price(offCents, words)}</dd></div>`}
    <div class="sum"><dt>${words.payment.sum}</dt><dd>${price(plan.cents - offCents, words)}</dd></div>
  </dl>`
}
