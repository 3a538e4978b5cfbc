import type { Nonce } from '../../model/card.ts'
import type { Merchant } from '../../model/merchant.ts'
import { indicatorsXml } from '../../records/cards/card-indicators.ts'

/** A nonce as browsers see it. */
export function cardJson(merchant: Merchant, it: Nonce) {
  const { number, token } = it
  const lastTwo = number.last4.slice(-2)
  return {
    type: 'CreditCard',
    nonce: it.nonce,
    description: `ending in ${lastTwo}`,
    consumed: it.isConsumed,
    default: token !== null && merchant.cards.get(token)?.isDefault === true,
    isLocked: false,
    securityQuestions: [],
    threeDSecureInfo: null,
    details: {
      bin: number.bin,
      cardType: number.cardType,
      cardholderName: it.cardholderName,
      expirationMonth: it.expirationMonth,
      expirationYear: it.expirationYear,
      lastFour: number.last4,
      lastTwo,
    },
    binData: camelCased(indicatorsXml(number)),
  }
}

function camelCased(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
}
