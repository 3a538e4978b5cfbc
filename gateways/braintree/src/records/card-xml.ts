import type { Card } from '../model/card.ts'
import type { Merchant } from '../model/merchant.ts'
import { array, type Fields, time } from '../protocol/xml.ts'
import { addressFieldsXml, addressXml } from './address-xml.ts'
import { imageUrlOf } from './cards/card-image.ts'
import { indicatorsXml } from './cards/card-indicators.ts'
import { extendedBinOf, uniqueNumberOf } from './cards/card-number.ts'
import { subscriptionsOf } from './cards/cards-of.ts'
import { isExpired } from './cards/expiration-month.ts'
import { globalIdOf } from './global-id.ts'
import { subscriptionXml } from './subscription-xml.ts'
import { verificationXml } from './verification-xml.ts'

/** A card in the vault, with the subscriptions that it pays. */
export function cardXml(merchant: Merchant, card: Card, now: number): Fields {
  return {
    ...indicatorsXml(card.number),
    'billing-address': billingAddressXml(merchant, card),
    bin: card.number.bin,
    'bin-extended': extendedBinOf(card.number),
    'card-type': card.number.cardType,
    'cardholder-name': card.cardholderName,
    'created-at': time(card.createdAt),
    'customer-id': card.customerId,
    'customer-location': 'US',
    default: card.isDefault,
    'expiration-month': card.expirationMonth,
    'expiration-year': card.expirationYear,
    expired: isExpired(card, now),
    'global-id': globalIdOf('paymentmethod_cc', card.token),
    'image-url': imageUrlOf(card.number.cardType),
    'is-network-tokenized': false,
    'last-4': card.number.last4,
    subscriptions: array(
      'subscription',
      subscriptionsOf(merchant, card.token).map((each) => subscriptionXml(merchant, each)),
    ),
    token: card.token,
    'unique-number-identifier': uniqueNumberOf(merchant, card.number),
    'updated-at': time(card.updatedAt),
    'venmo-sdk': false,
    verifications: array('verification', verificationsXml(merchant, card)),
  }
}

/** Left out when there is none: the Python SDK would make an address of nothing. */
function billingAddressXml(merchant: Merchant, card: Card): Fields | undefined {
  const customer = merchant.customers.get(card.customerId)
  const address = customer?.addresses.find((each) => each.id === card.billingAddressId)
  if (address !== undefined) return addressXml(card.customerId, address)
  return card.billingAddress === null ? undefined : addressFieldsXml(card.billingAddress)
}

function verificationsXml(merchant: Merchant, { verificationIds }: Card): readonly Fields[] {
  return verificationIds.flatMap((id) => {
    const verification = merchant.verifications.get(id)
    return verification === undefined ? [] : [verificationXml(merchant, verification)]
  })
}
