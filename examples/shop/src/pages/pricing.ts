import { html } from '../html.ts'
import { type Plan, plans, price } from '../plans.ts'
import { filled } from '../words/words.ts'
import { type Frame, page } from './page.ts'

export function pricing(frame: Frame): string {
  const { plansLink, pricing } = frame.words
  return page(
    frame,
    plansLink,
    html`
    <section class="narrow">
      <h1>${pricing.heading}</h1>
      <p class="lead">${pricing.lead}</p>
    </section>
    <section class="plans">${plans.map((plan) => card(frame, plan))}</section>`,
    [['welcome']],
  )
}

function card({ customer, words }: Frame, plan: Plan) {
  const isCustomer = customer !== null
  const { bags, text } = words.plans[plan.id]
  const { choose, start, month } = words.pricing
  const target = isCustomer ? `/pay/${plan.id}` : `/sign-up?plan=${plan.id}`
  return html`<article class="plan">
    <h2>${plan.name}</h2>
    <p class="price">${price(plan.cents, words)} <span>${month}</span></p>
    <p>${bags}</p>
    <p class="muted">${text}</p>
    <a class="button" href="${target}">${filled(isCustomer ? choose : start, { plan: plan.name })}</a>
  </article>`
}
