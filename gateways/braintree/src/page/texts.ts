import { type Html, html } from '@goodword/sandbox/page/html'
import { type Cents, moneyText } from '../model/money.ts'
import type { Modification } from '../model/subscription.ts'

export function money(cents: Cents): Html {
  if (cents === 0) return html`<span class="nothing">0.00</span>`
  return cents < 0 ? html`<span class="credit">${moneyText(cents)}</span>` : html`${moneyText(cents)}`
}

export function status(word: string): Html {
  const name = word.toLowerCase().replace(/[^a-z]+/g, '-')
  return html`<span class="status ${name}">${word.replace(/_/g, ' ')}</span>`
}

/** `Extra seat 2 × 5.00 · 3 of 12`. */
export function modification(it: Modification): Html {
  const times = it.quantity === 1 ? '' : `${it.quantity} × `
  const cycles =
    it.numberOfBillingCycles === null ? '' : ` · ${it.currentBillingCycle} of ${it.numberOfBillingCycles}`
  return html`<span class="modification">${it.name} <b>${times}${moneyText(it.amount)}</b>${cycles}</span>`
}

/** `3 of 12`, or `3` of those that never expire. */
export function cycleText(current: number, last: number | null): string {
  return last === null ? `${current}` : `${current} of ${last}`
}
