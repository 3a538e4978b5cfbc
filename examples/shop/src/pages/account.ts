import type { Customer } from '../customers.ts'
import { html } from '../html.ts'
import { findPlan } from '../plans.ts'
import { type Frame, page } from './page.ts'

/** A customer's own page: the plan, and their referrals in a container that the script fills. */
export function account(frame: Frame, customer: Customer): string {
  const plan = customer.planId === null ? null : findPlan(customer.planId)
  return page(
    frame,
    'Your account',
    html`
    <section class="narrow">
      <h1>Hello, ${customer.name.split(' ')[0] ?? customer.name}.</h1>
      <p class="lead">${
        plan === null
          ? html`You are trying us out. <a href="/pricing">Choose a plan</a> when you are ready.`
          : html`You are on <strong>${plan.name}</strong>: ${plan.bags.toLowerCase()}.`
      }</p>
    </section>
    <section class="narrow" aria-label="Bring a friend">
      <div id="goodword"></div>
    </section>`,
  )
}
