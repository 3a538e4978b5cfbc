import type { Merchant } from '../model/merchant.ts'
import type { ChargedCard } from '../model/transaction.ts'
import type { XmlValue } from '../protocol/xml.ts'
import { imageUrlOf } from './cards/card-image.ts'
import { indicatorsXml } from './cards/card-indicators.ts'
import { extendedBinOf, uniqueNumberOf } from './cards/card-number.ts'
import { globalIdOf } from './global-id.ts'

/** The card as it was charged. */
export function chargedCardXml(merchant: Merchant, it: ChargedCard): XmlValue {
  return {
    ...indicatorsXml(it.number),
    token: it.token,
    'global-id': it.token === null ? null : globalIdOf('paymentmethod_cc', it.token),
    bin: it.number.bin,
    'bin-extended': extendedBinOf(it.number),
    'last-4': it.number.last4,
    'card-type': it.number.cardType,
    'expiration-month': it.expirationMonth,
    'expiration-year': it.expirationYear,
    'customer-location': 'US',
    'cardholder-name': it.cardholderName,
    'image-url': imageUrlOf(it.number.cardType),
    'is-network-tokenized': false,
    'unique-number-identifier': uniqueNumberOf(merchant, it.number),
    'account-type': 'credit',
    'venmo-sdk': false,
  }
}
