import { emit } from '../events/emit.ts'
import { findCoupon, findCustomer } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import type { PromotionCode } from '../model/discount.ts'
import { newId } from '../model/ids.ts'
import { promotionCodeJson } from '../objects/discount-json.ts'
import { previousOf } from '../objects/previous-of.ts'
import { invalid, missing } from '../wire/api-error.ts'
import { pageOf, readCreated, readCursor } from '../wire/list.ts'
import type { Work } from '../work.ts'
import { get, post, type Route } from './route.ts'

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
      emit(work, 'promotion_code.created', { object: json(work, made) })
      return json(work, made)
    }
  }),
  get('/promotion_codes', 'promotion_code', (params) => {
    const [cursor, isIn] = [readCursor(params), readCreated(params)]
    const [code, coupon, customer] = [params.text('code'), params.text('coupon'), params.text('customer')]
    const active = params.flag('active')
    return (work) => {
      const fitting = Array.from(work.account.promotionCodes.values()).filter((it) => {
        if (code != null && !isSameCode(it.code, code)) return false
        if (coupon != null && it.coupon !== coupon) return false
        if (customer != null && it.customer !== customer) return false
        return isIn(it.created) && (active === undefined || json(work, it).active === active)
      })
      return pageOf('/v1/promotion_codes', fitting, cursor, (it) => json(work, it))
    }
  }),
  get(
    '/promotion_codes/:id',
    'promotion_code',
    (_params, { id }) =>
      (work) =>
        json(work, findPromotionCode(work.account, id)),
  ),
  post('/promotion_codes/:id', 'promotion_code', (params, { id }) => {
    const active = params.flag('active')
    params.accept('metadata', 'restrictions')
    return (work) => {
      const code = findPromotionCode(work.account, id)
      const before = json(work, code)
      if (active === true && !code.active) checkUnique(work, code)
      if (active !== undefined) code.active = active
      code.metadata = params.metadata(code.metadata)
      const after = json(work, code)
      emit(work, 'promotion_code.updated', { object: after, previous: previousOf(before, after) })
      return after
    }
  }),
]

/** @throws {ApiError} */
function findPromotionCode({ promotionCodes }: StripeAccount, id = '', param?: string): PromotionCode {
  const found = promotionCodes.get(id)
  if (found === undefined) throw missing('promotion code', id, param)
  return found
}

function json({ account, now }: Work, it: PromotionCode) {
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
