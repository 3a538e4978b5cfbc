import type { Nonce } from '../model/card.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Fields } from '../protocol/xml.ts'
import { indicatorsXml } from './cards/card-indicators.ts'
import { extendedBinOf } from './cards/card-number.ts'

export function nonceXml(merchant: Merchant, nonce: Nonce): Fields {
  const { number, token } = nonce
  return {
    nonce: nonce.nonce,
    type: 'CreditCard',
    description: `ending in ${number.last4.slice(-2)}`,
    consumed: nonce.isConsumed,
    default: token === null ? null : (merchant.cards.get(token)?.isDefault ?? null),
    'is-locked': false,
    'three-d-secure-info': null,
    details: {
      bin: number.bin,
      'bin-extended': extendedBinOf(number),
      'card-type': number.cardType,
      'cardholder-name': nonce.cardholderName,
      'expiration-month': nonce.expirationMonth,
      'expiration-year': nonce.expirationYear,
      'last-four': number.last4,
      'last-two': number.last4.slice(-2),
    },
    'bin-data': indicatorsXml(number),
  }
}
