import type { Customer } from '../customers.ts'
import type { Billing } from '../gateway.ts'
import { type Html, html } from '../html.ts'
import { findPlan, price } from '../plans.ts'
import { filled, type Words } from '../words/words.ts'
import { type Frame, page } from './page.ts'

/** A customer's own page: the plan, their bills, and their referrals in a container that the script fills. */
export function account(frame: Frame, customer: Customer, billing: Billing | null): string {
  const { words } = frame
  const { account: texts } = words
  const name = customer.name.split(' ')[0] ?? customer.name
  return page(
    frame,
    texts.title,
    html`
    <section class="narrow">
      <h1>${filled(texts.hello, { name })}</h1>
      <p class="lead">${planOf(customer, words)}</p>
    </section>
    ${billing === null ? null : bills(words, billing)}
    <section class="narrow" aria-label="${words.bringFriend}">
      <div id="goodword"></div>
    </section>`,
  )
}

function planOf({ planId, billed }: Customer, { account, plans }: Words): Html {
  const plan = planId === null ? null : findPlan(planId)
  if (plan === null) {
    const link = html`<a href="/pricing">${account.choosePlan}</a>`
    return filled(billed === null ? account.trying : account.ended, { link })
  }
  return filled(account.onPlan, { plan: html`<strong>${plan.name}</strong>`, bags: plans[plan.id].bags })
}

function bills(words: Words, { bills, nextBill }: Billing): Html {
  const { account: texts } = words
  const off = (cents: number) => (cents === 0 ? '' : `−${price(cents, words)}`)
  return html`<section class="narrow" aria-labelledby="bills">
    <h2 id="bills">${texts.bills}</h2>
    <div class="scroll"><table class="bills">
      <thead><tr><th scope="col">${texts.date}</th><th scope="col">${texts.discount}</th><th scope="col">${texts.paid}</th></tr></thead>
      <tbody>
        ${nextBill === null ? null : html`<tr class="next"><td>${filled(texts.next, { date: nextBill.date })}</td><td>${off(nextBill.discountCents)}</td><td>${price(nextBill.cents, words)}</td></tr>`}
        ${bills.map(
          (it) =>
            html`<tr><td>${it.date}</td><td>${off(it.discountCents)}</td><td>${it.isPaid ? price(it.paidCents, words) : texts.notPaid}</td></tr>`,
        )}
      </tbody>
    </table></div>
    ${nextBill === null ? null : html`<form method="post" action="/cancel"><button class="plain">${texts.cancel}</button></form>`}
  </section>`
}
