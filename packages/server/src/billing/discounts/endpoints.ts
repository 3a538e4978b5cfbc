import { endpoints } from '@goodword/contract/all-endpoints'
import type { CouponInformation } from '@goodword/contract/codes/code'
import { Refusal } from '@goodword/contract/frame/refusal'
import { readUsedCode } from '@goodword/domain/referrals/used-code'
import type { AccountId, ProviderId } from '@goodword/domain/values/ids'
import { type Currency, currencyDecimals, type Money, priceFromText } from '@goodword/domain/values/money'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { listAnswer, listQuestion } from '../../frame/http/server/list-page.ts'
import type { CustomerRuns } from '../../frame/jobs/run-now.ts'
import { readActiveCode, type WorkingCode } from '../../referring/codes/active-code.ts'
import { readAccountDiscount } from '../../referring/rewards/read-account-discount.ts'
import { readAmountStep } from '../connections/read-amount-step.ts'
import { accountDiscountAnswer } from './account-discount.ts'
import { linkDiscount } from './link-discount.ts'
import { friendPercentage, type OfferedDiscount, offerDiscount } from './offer-discount.ts'
import { readDiscountPage } from './read-discounts.ts'

/** The endpoints of a code's discount for a friend, and of an account's discounts on its bills. */
export function discountEndpoints(serve: ServeEndpoint, { runCustomer }: CustomerRuns): void {
  serve(endpoints.lookUpCode, async (ctx, { tenant, params }) => {
    const found = await readActiveCode(ctx, tenant.tenantId, params.code)
    return couponAnswer(found, await offerDiscount(ctx, tenant.tenantId, found))
  })
  serve(endpoints.readAccountReward, async (ctx, { tenant, params, query }) => {
    const accountId = params.accountId as AccountId
    const coupon = query.couponCode === undefined ? null : readUsedCode(query.couponCode)
    const discount = await readAccountDiscount(ctx, tenant.tenantId, accountId, coupon)
    const price = query.value === undefined ? null : priceOf(query.value, query.currency ?? discount.currency)
    const step = price === null ? 1 : await readAmountStep(ctx, tenant.tenantId, price)
    return accountDiscountAnswer(accountId, discount, price === null ? null : { ...price, step })
  })
  /** 201 when something new was linked, 200 on a repeat. */
  serve(endpoints.linkDiscount, async (ctx, { tenant, body }) => {
    const accountId = body.accountId as AccountId
    const link = {
      accountId,
      customerId: body.paymentProviderId as ProviderId,
      coupon: readUsedCode(body.couponCode),
    }
    const { discount, isNew } = await linkDiscount(ctx, tenant.tenantId, link, runCustomer)
    return {
      status: isNew ? (201 as const) : (200 as const),
      answer: accountDiscountAnswer(accountId, discount, null),
    }
  })
  serve(endpoints.listDiscounts, async (ctx, { tenant, query }) => {
    const { filter, page } = listQuestion(query)
    const found = await readDiscountPage(ctx, tenant.tenantId, filter, page)
    return { ...listAnswer(found), discounts: found.rows }
  })
}

/** The friend's discount by a working code, with its promotion code at the processor. */
function couponAnswer(
  { code: { code, referrerName, createdAt: dateCreated }, settings }: WorkingCode,
  { discountId, promotionCode }: OfferedDiscount,
): CouponInformation {
  return {
    code,
    couponCode: code,
    discountPercentage: friendPercentage(settings),
    discountId,
    promotionCode,
    referrerName,
    reward: settings.referredReward,
    dateCreated,
  }
}

function priceOf(value: string, currency: Currency): Money {
  const price = priceFromText(value, currency)
  if (typeof price !== 'string') return price
  const decimals = currencyDecimals(currency)
  const message = `value must be a price from 0 to 99999999.99 with at most ${decimals} decimals in ${currency}.`
  throw new Refusal('VALIDATION_FAILED', message, 'value')
}
