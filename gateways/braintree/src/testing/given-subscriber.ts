import { drawSequence } from '@goodword/sandbox/drawing/ids'
import { noPhone } from '../addresses/international-phone.ts'
import type { Card } from '../model/card.ts'
import type { Merchant } from '../model/merchant.ts'
import { cardNumberOf } from '../records/cards/card-number.ts'

/** A customer with a card in the vault, both called after the customer. */
export function givenSubscriber(merchant: Merchant, id = 'jane', number = '4111111111111111'): Card {
  const created = { createdAt: merchant.clock.at, updatedAt: merchant.clock.at }
  const nothing = { lastName: null, company: null, email: null, phone: null, fax: null, website: null }
  merchant.customers.set(id, {
    id,
    sequence: drawSequence(merchant),
    fields: { firstName: id, ...nothing, internationalPhone: noPhone },
    customFields: {},
    addresses: [],
    ...created,
  })
  return givenCard(merchant, id, `${id}_card`, number)
}

/** One more card of a customer. */
export function givenCard(merchant: Merchant, customerId: string, token: string, number: string): Card {
  const card: Card = {
    token,
    sequence: drawSequence(merchant),
    customerId,
    number: cardNumberOf(number),
    expirationMonth: '12',
    expirationYear: '2031',
    cardholderName: null,
    billingAddress: null,
    billingAddressId: null,
    isDefault: false,
    verificationIds: [],
    createdAt: merchant.clock.at,
    updatedAt: merchant.clock.at,
  }
  merchant.cards.set(token, card)
  return card
}
