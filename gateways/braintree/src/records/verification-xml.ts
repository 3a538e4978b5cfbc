import type { Verification } from '../model/card.ts'
import type { Merchant } from '../model/merchant.ts'
import { type Fields, money, time } from '../protocol/xml.ts'
import { addressFieldsXml } from './address-xml.ts'
import { addressChecksXml } from './bank-checks.ts'
import { imageUrlOf } from './cards/card-image.ts'
import { indicatorsXml } from './cards/card-indicators.ts'
import { extendedBinOf, uniqueNumberOf } from './cards/card-number.ts'
import { globalIdOf } from './global-id.ts'
import { currencyOf } from './merchant-account.ts'

export function verificationXml(merchant: Merchant, it: Verification): Fields {
  const hasResponse = it.processorResponse.code !== ''
  return {
    id: it.id,
    'global-id': globalIdOf('verification', it.id),
    'graphql-id': globalIdOf('verification', it.id),
    status: it.status,
    amount: money(it.amount),
    'currency-iso-code': currencyOf(merchant, it.merchantAccountId),
    'merchant-account-id': it.merchantAccountId,
    'gateway-rejection-reason': it.gatewayRejectionReason,
    ...addressChecksXml(it.billingAddress),
    'cvv-response-code': it.cvvResponse,
    'processor-response-code': it.processorResponse.code,
    'processor-response-text': it.processorResponse.text,
    'processor-response-type': it.processorResponse.type,
    'network-response-code': hasResponse ? 'XX' : null,
    'network-response-text': hasResponse ? 'sample network response text' : null,
    'network-transaction-id': null,
    'credit-card': {
      ...indicatorsXml(it.number),
      token: it.token,
      bin: it.number.bin,
      'bin-extended': extendedBinOf(it.number),
      'last-4': it.number.last4,
      'card-type': it.number.cardType,
      'cardholder-name': it.cardholderName,
      'customer-location': 'US',
      'expiration-month': it.expirationMonth,
      'expiration-year': it.expirationYear,
      'image-url': imageUrlOf(it.number.cardType),
      'unique-number-identifier': uniqueNumberOf(merchant, it.number),
      'venmo-sdk': false,
    },
    billing: it.billingAddress === null ? null : addressFieldsXml(it.billingAddress),
    'created-at': time(it.createdAt),
    'updated-at': time(it.createdAt),
  }
}
