import { emit } from '../events/emit.ts'
import { findCoupon, findCustomer, finder } from '../lookup/find.ts'
import type { PromotionCode } from '../model/discount.ts'
import { newId } from '../model/ids.ts'
import { promotionCodeJson } from '../objects/discount-json.ts'
import { previousOf } from '../objects/previous-of.ts'
import { invalid } from '../wire/api-error.ts'
import type { Work } from '../work.ts'
import { byFlag, byText, isCreated, list, same } from './list-route.ts'
import { post, type Route, retrieve } from './route.ts'

const findPromotionCode = finder('promotion code', ({ promotionCodes }) => promotionCodes)

export const promotionCodeRoutes: readonly Route[] = [
  post('/promotion_codes', 'promotion_code', (params) => {
    const promotion = params.part('promotion')
    promotion?.oneOf('type', ['coupon'])
    const coupon = promotion?.neededText('coupon') ?? params.neededText('promotion')
    const code = params.text('code') ?? undefined
    if (code !== undefined && !/^[A-Za-z0-9-]{1,500}$/.test(code)) {
      throw invalid('Promotion codes may only contain alphanumeric characters and dashes.', 'code')
    }
    const restrictions = params.part('restrictions')
    const fields = {
      active: params.flag('active') ?? true,
      customer: params.text('customer') ?? null,
      expiresAt: params.moment('expires_at') ?? null,
      maxRedemptions: params.integer('max_redemptions', 1) ?? null,
      firstTimeTransaction: restrictions?.flag('first_time_transaction') ?? false,
      minimumAmount: restrictions?.integer('minimum_amount', 1) ?? null,
      minimumAmountCurrency: restrictions?.currency('minimum_amount_currency') ?? null,
      metadata: params.metadata(),
    }
    return (work) => {
      const { account, now } = work
      findCoupon(account, coupon, 'promotion[coupon]')
      if (fields.customer !== null) findCustomer(account, fields.customer, 'customer')
      const made: PromotionCode = {
        id: newId(account, 'promo'),
        created: now,
        code: code ?? newId(account, '', 8).slice(1).toUpperCase(),
        coupon,
        timesRedeemed: 0,
        ...fields,
      }
      if (made.active) checkUnique(work, made)
      account.promotionCodes.set(made.id, made)
      emit(work, 'promotion_code.created', { object: json(made, work) })
      return json(made, work)
    }
  }),
  list('/promotion_codes', 'promotion_code', findPromotionCode, {
    filters: {
      created: isCreated,
      code: byText((it, code) => isSameCode(it.code, code)),
      coupon: same('coupon'),
      customer: same('customer'),
      active: byFlag((it, active, work) => json(it, work).active === active),
    },
    view: json,
  }),
  retrieve('/promotion_codes/:id', 'promotion_code', findPromotionCode, json),
  post('/promotion_codes/:id', 'promotion_code', (params, { id }) => {
    const active = params.flag('active')
    params.accept('metadata', 'restrictions')
    return (work) => {
      const code = findPromotionCode(work.account, id)
      const before = json(code, work)
      if (active === true && !code.active) checkUnique(work, code)
      if (active !== undefined) code.active = active
      code.metadata = params.metadata(code.metadata)
      const after = json(code, work)
      emit(work, 'promotion_code.updated', { object: after, previous: previousOf(before, after) })
      return after
    }
  }),
]

function json(it: PromotionCode, { account, now }: Work) {
  return promotionCodeJson(it, account.coupons.get(it.coupon), now)
}

/** No two active codes that one customer could use are the same text. */
function checkUnique({ account }: Work, made: PromotionCode): void {
  const twin = Array.from(account.promotionCodes.values()).find((it) => {
    const isShared = it.customer === null || made.customer === null || it.customer === made.customer
    return it.id !== made.id && it.active && isShared && isSameCode(it.code, made.code)
  })
  if (twin !== undefined) {
    throw invalid(
      `An active promotion code with \`code: ${made.code}\` already exists.`,
      'code',
      'resource_already_exists',
    )
  }
}

function isSameCode(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
