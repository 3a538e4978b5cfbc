import type { readAccountReward } from '@goodword/contract/endpoints/read-account-reward'
import { Refusal } from '@goodword/contract/refusal'
import type { AccountId } from '@goodword/domain/ids'
import { type Currency, currencyDecimals, type Money, priceFromText } from '@goodword/domain/money'
import { parseReferralCode } from '@goodword/domain/referral-code'
import { readAccountDiscount } from '../../../operations/referring/rewards/read-account-discount.ts'
import { accountDiscountAnswer } from '../../answers/account-discount.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadAccountReward: Handler<typeof readAccountReward> = async (
  ctx,
  { tenant, params, query },
) => {
  const accountId = params.accountId as AccountId
  const couponCode = query.couponCode === undefined ? null : parseReferralCode(query.couponCode)
  const reading = await readAccountDiscount(ctx, tenant.tenantId, accountId, couponCode)
  const price = query.value === undefined ? null : priceOf(query.value, query.currency ?? reading.currency)
  return accountDiscountAnswer(accountId, reading, price)
}

function priceOf(value: string, currency: Currency): Money {
  const price = priceFromText(value, currency)
  if (typeof price !== 'string') return price
  const decimals = currencyDecimals(currency)
  const message = `value must be a price from 0 to 99999999.99 with at most ${decimals} decimals in ${currency}.`
  throw new Refusal('VALIDATION_FAILED', message, 'value')
}
