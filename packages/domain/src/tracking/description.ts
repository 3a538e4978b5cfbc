import type { Account } from '../referrals/account.ts'
import type { DescribeCommand } from '../referrals/command.ts'
import { type DecisionContext, type Transition, unchanged } from '../referrals/decision-context.ts'
import type { Refused } from '../referrals/outcome.ts'
import { type Currency, currencyDecimals, type PriceProblem, priceFromNumber } from '../values/money.ts'

/**
 * Merges a description of price and billing interval into the stored subscription. A price is kept with its currency,
 * so the currency of a known price changes only together with the price.
 */
export function describe(
  account: Account,
  command: DescribeCommand,
  context: DecisionContext,
): Transition | Refused {
  const { subscription } = account
  const { kind: _kind, value, ...described } = command
  const stored = subscription.currency ?? context.program.currency
  const currency = described.currency ?? stored
  if (currency !== stored && subscription.valueMinor !== null && value === undefined) {
    return invalid(
      'currency',
      `The stored price is in ${stored}. Send subscription.value together with ${currency}.`,
    )
  }
  let valueMinor = subscription.valueMinor
  if (value !== undefined) {
    const price = priceFromNumber(value, currency)
    if (typeof price === 'string') return invalid('subscription.value', priceFault[price](currency))
    valueMinor = price.minor
  }
  const isPinned = described.currency !== undefined || valueMinor !== null
  const next = {
    ...subscription,
    ...described,
    valueMinor,
    currency: isPinned ? currency : subscription.currency,
  }
  const isSame = (Object.keys(next) as (keyof typeof next)[]).every((key) => next[key] === subscription[key])
  return unchanged(isSame ? account : { ...account, subscription: next })
}

function invalid(param: string, message: string): Refused {
  return { code: 'VALIDATION_FAILED', param, message }
}

const priceFault: Readonly<Record<PriceProblem, (currency: Currency) => string>> = {
  'too many decimals': (currency) =>
    `The price has more decimals than ${currency} has (${currencyDecimals(currency)}).`,
  'out of range': () => 'The price must be from 0 to 99999999.99.',
}
