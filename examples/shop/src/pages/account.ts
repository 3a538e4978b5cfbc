import type { Customer } from '../customers.ts'
import type { Billing } from '../gateway.ts'
import { type Html, html } from '../html.ts'
import { findPlan, price } from '../plans.ts'
import { type Frame, page } from './page.ts'

/** A customer's own page: the plan, their bills, and their referrals in a container that the script fills. */
export function account(frame: Frame, customer: Customer, billing: Billing | null): string {
  const plan = customer.planId === null ? null : findPlan(customer.planId)
  return page(
    frame,
    'Your account',
    html`
    <section class="narrow">
      <h1>Hello, ${customer.name.split(' ')[0] ?? customer.name}.</h1>
      <p class="lead">${
        plan === null
          ? html`${customer.billed === null ? 'You are trying us out.' : 'Your subscription has ended.'} <a href="/pricing">Choose a plan</a> when you are ready.`
          : html`You are on <strong>${plan.name}</strong>: ${plan.bags.toLowerCase()}.`
      }</p>
    </section>
    ${billing === null ? null : bills(billing)}
    <section class="narrow" aria-label="Bring a friend">
      <div id="goodword"></div>
    </section>`,
  )
}

function bills({ bills, nextBill }: Billing): Html {
  return html`<section class="narrow" aria-labelledby="bills">
    <h2 id="bills">Your bills</h2>
    <div class="scroll"><table class="bills">
      <thead><tr><th scope="col">Date</th><th scope="col">Referral discount</th><th scope="col">Paid</th></tr></thead>
      <tbody>
        ${nextBill === null ? null : html`<tr class="next"><td>${nextBill.date} (next)</td><td>${off(nextBill.discountCents)}</td><td>${price(nextBill.cents)}</td></tr>`}
        ${bills.map(
          (it) =>
            html`<tr><td>${it.date}</td><td>${off(it.discountCents)}</td><td>${it.isPaid ? price(it.paidCents) : 'not paid'}</td></tr>`,
        )}
      </tbody>
    </table></div>
    ${nextBill === null ? null : html`<form method="post" action="/cancel"><button class="plain">Cancel the subscription</button></form>`}
  </section>`
}

function off(cents: number): string {
  return cents === 0 ? '' : `−${price(cents)}`
}
