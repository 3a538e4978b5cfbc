import { emit } from '../events/emit.ts'
import { couponOf, discountOf, isValidCoupon } from '../lookup/discounts.ts'
import type { Customer } from '../model/customer.ts'
import type { Coupon, Discount, PromotionCode } from '../model/discount.ts'
import { newId } from '../model/ids.ts'
import type { Terms } from '../money/apply-discounts.ts'
import { amountOffIn, termsOfCoupon } from '../money/invoice-totals.ts'
import { addMonths } from '../money/periods.ts'
import { discountJson } from '../objects/discount-json.ts'
import { invalid, missing } from '../wire/api-error.ts'
import type { Params } from '../wire/params.ts'
import type { Work } from '../work.ts'

const MAX_DISCOUNTS = 20

/** An entry of a list of discounts. */
export type DiscountEntry =
  | { readonly kind: 'coupon'; readonly id: string; readonly param: string }
  | { readonly kind: 'promotion_code'; readonly id: string; readonly param: string }
  | { readonly kind: 'discount'; readonly id: string; readonly param: string }

/** Reads `discounts`: undefined leaves them as they are, null clears them. @throws {ApiError} */
export function readDiscounts(
  params: Params,
  key = 'discounts',
): readonly DiscountEntry[] | null | undefined {
  const parts = params.parts(key)
  if (parts == null) return parts
  if (parts.length > MAX_DISCOUNTS)
    throw invalid(`You may only specify up to ${MAX_DISCOUNTS} discounts.`, key)
  return parts.map((part) => {
    const given = (['coupon', 'promotion_code', 'discount'] as const).flatMap((kind) => {
      const id = part.text(kind)
      return id == null ? [] : [{ kind, id, param: part.nameOf(kind) }]
    })
    const [entry] = given
    if (entry === undefined || given.length > 1) {
      throw invalid('You must specify one of coupon, promotion_code and discount.', key)
    }
    return entry
  })
}

/** The receiver for which discounts are looked up. */
type Receiver = {
  /** Null for a session that was not paid yet. */
  readonly customer: Customer | null
  readonly currency: string
  /** The sum of the prices, for codes with a minimum. */
  readonly amount: number
  /** The discounts of the target and of its owner, which a list may name again. */
  readonly reusable: readonly string[]
}

/** The target of discounts. */
export type Target = Receiver & {
  readonly customer: Customer
  readonly subscription?: string
  readonly subscriptionItem?: string
  readonly invoice?: string
  readonly invoiceItem?: string
}

/**
 * Makes the discounts of a list for a target; a `discount` of the list is one that is there already. The same coupon twice is
 * one discount. @throws {ApiError}
 */
export function giveDiscounts(
  work: Work,
  entries: readonly DiscountEntry[],
  target: Target,
): readonly string[] {
  const found = entries.map((entry) => ({ entry, ...lookUp(work, entry, target) }))
  const given = new Map<string, string>()
  for (const { entry, coupon, code } of found) {
    if (given.has(coupon.id)) continue
    if (entry.kind === 'discount') given.set(coupon.id, entry.id)
    else given.set(coupon.id, give(work, coupon, code, target).id)
  }
  return Array.from(given.values())
}

/** The terms of a list's discounts, before any of them is given. @throws {ApiError} */
export function termsOfEntries(
  work: Work,
  entries: readonly DiscountEntry[],
  target: Receiver,
): readonly Terms[] {
  return entries.flatMap((entry) => {
    const { coupon } = lookUp(work, entry, target)
    return termsOfCoupon(coupon, coupon.id, target.currency)
  })
}

/** Makes a discount of a coupon. */
export function give(work: Work, coupon: Coupon, code: PromotionCode | null, target: Target): Discount {
  const { account, now } = work
  const months = coupon.durationInMonths
  const made: Discount = {
    id: newId(account, 'di'),
    coupon: coupon.id,
    promotionCode: code?.id ?? null,
    customer: target.customer.id,
    subscription: target.subscription ?? null,
    subscriptionItem: target.subscriptionItem ?? null,
    invoice: target.invoice ?? null,
    invoiceItem: target.invoiceItem ?? null,
    start: now,
    end: coupon.duration === 'repeating' && months !== null ? addMonths(now, months) : null,
    isUsed: false,
  }
  coupon.timesRedeemed += 1
  if (code !== null) code.timesRedeemed += 1
  account.discounts.set(made.id, made)
  emit(work, 'customer.discount.created', { object: discountJson(made), subscriptionId: made.subscription })
  return made
}

/** Tells of discounts that something does not have any more. */
export function takeAway(work: Work, ids: readonly string[]): void {
  for (const id of ids) {
    const discount = discountOf(work.account, id)
    const subject = { object: discountJson(discount), subscriptionId: discount.subscription }
    emit(work, 'customer.discount.deleted', subject)
  }
}

/** The discounts among these that have not ended by a moment. */
export function lasting(
  { account }: Pick<Work, 'account'>,
  ids: readonly string[],
  at: number,
): readonly string[] {
  return ids.filter((id) => {
    const { end, isUsed } = discountOf(account, id)
    return !isUsed && (end === null || at < end)
  })
}

type Found = { readonly coupon: Coupon; readonly code: PromotionCode | null }

function lookUp(work: Work, { kind, id, param }: DiscountEntry, target: Receiver): Found {
  const { account, now } = work
  if (kind === 'discount') {
    const discount = target.reusable.includes(id) ? account.discounts.get(id) : undefined
    if (discount === undefined) throw missing('discount', id, param)
    return { coupon: couponOf(account, discount.coupon), code: null }
  }
  const code = kind === 'promotion_code' ? account.promotionCodes.get(id) : undefined
  if (kind === 'promotion_code' && code === undefined) throw missing('promotion code', id, param)
  const couponId = code?.coupon ?? id
  const coupon = account.coupons.get(couponId)
  if (coupon === undefined || (kind === 'coupon' && coupon.isDeleted))
    throw missing('coupon', couponId, param)
  if (code !== undefined) checkCode(work, code, target, param)
  if (!isValidCoupon(coupon, now)) throw invalid(`Coupon expired: ${coupon.id}`, param, 'coupon_expired')
  if (coupon.amountOff !== null && amountOffIn(coupon, target.currency) === null) {
    const message = `The coupon's currency (${coupon.currency}) does not match the currency ${target.currency}.`
    throw invalid(message, param)
  }
  return { coupon, code: code ?? null }
}

function checkCode(
  work: Work,
  code: PromotionCode,
  { customer, amount, currency }: Receiver,
  param: string,
): void {
  const { account, now } = work
  const isOver = code.maxRedemptions !== null && code.timesRedeemed >= code.maxRedemptions
  if (!code.active || isOver || (code.expiresAt !== null && now >= code.expiresAt)) {
    throw invalid('This promotion code is not active.', param, 'promotion_code_inactive')
  }
  if (code.customer !== null && code.customer !== customer?.id) {
    throw invalid('This promotion code cannot be redeemed by this customer.', param)
  }
  if (code.firstTimeTransaction && customer !== null) {
    const hasPaid = Array.from(account.charges.values()).some(
      (it) => it.customer === customer.id && it.decline === null,
    )
    if (hasPaid) {
      const message =
        'This promotion code cannot be redeemed because the associated customer has prior transactions.'
      throw invalid(message, param)
    }
  }
  const isBelow =
    code.minimumAmount !== null && code.minimumAmountCurrency === currency && amount < code.minimumAmount
  if (isBelow) throw invalid('The minimum amount of this promotion code is not met.', param)
}
