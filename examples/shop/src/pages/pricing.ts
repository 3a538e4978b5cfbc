import { html } from '../html.ts'
import { type Plan, plans, price } from '../plans.ts'
import { type Frame, page } from './page.ts'

export function pricing(frame: Frame): string {
  return page(
    frame,
    'Plans',
    html`
    <section class="narrow">
      <h1>Three plans, one roastery.</h1>
      <p class="lead">Every plan starts with two weeks free. Postage is in the price.</p>
    </section>
    <section class="plans">${plans.map((plan) => card(plan, frame.customer !== null))}</section>`,
    [['welcome']],
  )
}

function card(plan: Plan, isCustomer: boolean) {
  const target = isCustomer ? `/pay/${plan.id}` : `/sign-up?plan=${plan.id}`
  return html`<article class="plan">
    <h2>${plan.name}</h2>
    <p class="price">${price(plan.cents)} <span>a month</span></p>
    <p>${plan.bags}</p>
    <p class="muted">${plan.words}</p>
    <a class="button" href="${target}">${isCustomer ? 'Choose' : 'Start with'} ${plan.name}</a>
  </article>`
}
