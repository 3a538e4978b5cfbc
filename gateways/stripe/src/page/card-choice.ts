import { html } from '@goodword/sandbox/page/html'

const cards = [
  { value: 'pm_card_visa', text: '4242 4242 4242 4242' },
  { value: 'pm_card_threeDSecure2Required', text: '4000 0000 0000 3220, which the customer authenticates' },
  { value: 'pm_card_chargeDeclined', text: '4000 0000 0000 0002, which is declined' },
] as const

/** The field in which a customer enters a card. */
export const cardChoice = html`<p><label>Card <select name="card">${cards.map(({ value, text }) => html`<option value="${value}">${text}</option>`)}</select></label></p>`
