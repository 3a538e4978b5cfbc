import type { CouponInformation } from '@goodword/contract/code'
import { endpoints } from '@goodword/contract/endpoints/all'
import { Refusal } from '@goodword/contract/refusal'
import { readTypedCode } from '@goodword/domain/referrals/typed-code'
import type { AccountId } from '@goodword/domain/values/ids'
import { type Currency, currencyDecimals, type Money, priceFromText } from '@goodword/domain/values/money'
import { readAmountStep } from '../../../operations/billing/connections/read-amount-step.ts'
import {
  friendPercentage,
  type OfferedDiscount,
  offerDiscount,
} from '../../../operations/billing/discounts/offer-discount.ts'
import type { FullSettings } from '../../../operations/foundation/program/program-of.ts'
import type { ActiveCode } from '../../../operations/referring/codes/look-up-codes.ts'
import { readAccountDiscount } from '../../../operations/referring/rewards/read-account-discount.ts'
import type { ServeEndpoint } from '../../server/handler.ts'
import { accountDiscountAnswer } from '../account-discount.ts'
import { readActiveCode } from '../active-code.ts'

/** What a code gives a friend, and what an account has taken off its bills. */
export function discountEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.lookUpCode, async (ctx, { tenant, params }) => {
    const reading = await readActiveCode(ctx, tenant.tenantId, params.code)
    const { code, settings } = reading
    return couponAnswer(code, settings, await offerDiscount(ctx, tenant.tenantId, reading))
  })
  serve(endpoints.readAccountReward, async (ctx, { tenant, params, query }) => {
    const accountId = params.accountId as AccountId
    const couponCode = query.couponCode === undefined ? null : readTypedCode(query.couponCode)
    const reading = await readAccountDiscount(ctx, tenant.tenantId, accountId, couponCode)
    const price = query.value === undefined ? null : priceOf(query.value, query.currency ?? reading.currency)
    const step = price === null ? 1 : await readAmountStep(ctx, tenant.tenantId, price)
    return accountDiscountAnswer(accountId, reading, price === null ? null : { ...price, step })
  })
}

/** What a code that works is worth to a friend, and how the processor knows it. */
function couponAnswer(
  it: ActiveCode,
  settings: FullSettings,
  { discountId, promotionCode }: OfferedDiscount,
): CouponInformation {
  return {
    code: it.code,
    couponCode: it.code,
    discountPercentage: friendPercentage(settings),
    discountId,
    promotionCode,
    referrerName: it.referrerName,
    reward: settings.referredReward,
    dateCreated: it.createdAt,
  }
}

function priceOf(value: string, currency: Currency): Money {
  const price = priceFromText(value, currency)
  if (typeof price !== 'string') return price
  const decimals = currencyDecimals(currency)
  const message = `value must be a price from 0 to 99999999.99 with at most ${decimals} decimals in ${currency}.`
  throw new Refusal('VALIDATION_FAILED', message, 'value')
}
