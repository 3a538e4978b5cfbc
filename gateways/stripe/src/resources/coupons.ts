import { emit } from '../events/emit.ts'
import { findCoupon, findProduct } from '../lookup/find.ts'
import type { Coupon } from '../model/discount.ts'
import { newId } from '../model/ids.ts'
import { checkAmount } from '../money/currencies.ts'
import { couponJson } from '../objects/discount-json.ts'
import { invalid } from '../wire/api-error.ts'
import type { Params } from '../wire/params.ts'
import { isCreated, list } from './list-route.ts'
import { del, post, type Route, retrieve } from './route.ts'

export const couponRoutes: readonly Route[] = [
  post('/coupons', 'coupon', (params) => {
    const [id, fields] = [params.text('id') ?? undefined, readCoupon(params)]
    return (work) => {
      const { account, now } = work
      for (const product of fields.products ?? []) findProduct(account, product, 'applies_to[products]')
      const existing = id === undefined ? undefined : account.coupons.get(id)
      if (existing !== undefined && !existing.isDeleted) {
        throw invalid('Coupon already exists.', 'id', 'resource_already_exists')
      }
      const made = {
        id: id ?? newId(account, '', 8).slice(1),
        created: now,
        timesRedeemed: 0,
        isDeleted: false,
        ...fields,
      }
      account.coupons.set(made.id, made)
      emit(work, 'coupon.created', { object: couponJson(made, now) })
      return couponJson(made, now)
    }
  }),
  list('/coupons', 'coupon', findCoupon, {
    filters: { created: isCreated },
    view: (it, { now }) => couponJson(it, now),
  }),
  retrieve('/coupons/:id', 'coupon', findCoupon, (it, { now }) => couponJson(it, now)),
  post('/coupons/:id', 'coupon', (params, { id }) => {
    const name = params.text('name')
    const added = readCurrencyOptions(params)
    params.accept('metadata')
    return (work) => {
      const coupon = findCoupon(work.account, id)
      checkNew(coupon, added)
      if (name !== undefined) coupon.name = name
      coupon.currencyOptions = { ...coupon.currencyOptions, ...added }
      coupon.metadata = params.metadata(coupon.metadata)
      emit(work, 'coupon.updated', { object: couponJson(coupon, work.now) })
      return couponJson(coupon, work.now)
    }
  }),
  // Discounts that were made of it stay as they are.
  del('/coupons/:id', 'coupon', (_params, { id }) => (work) => {
    const coupon = findCoupon(work.account, id)
    coupon.isDeleted = true
    emit(work, 'coupon.deleted', { object: couponJson(coupon, work.now) })
    return { id: coupon.id, object: 'coupon', deleted: true }
  }),
]

/** A currency that a coupon has is not changed. @throws {ApiError} */
function checkNew({ amountOff, currency, currencyOptions }: Coupon, added: Coupon['currencyOptions']): void {
  const taken = Object.keys(added).find((each) => each === currency || each in currencyOptions)
  if (taken === undefined && (amountOff !== null || Object.keys(added).length === 0)) return
  throw invalid(`The amount in ${taken ?? 'a currency'} of this coupon cannot be set.`, 'currency_options')
}

type Fields = Omit<Coupon, 'id' | 'created' | 'timesRedeemed' | 'isDeleted'>

function readCoupon(params: Params): Fields {
  const [percentOff, amountOff] = [
    params.decimal('percent_off') ?? null,
    params.integer('amount_off', 1) ?? null,
  ]
  if ((percentOff === null) === (amountOff === null)) {
    throw invalid('You must specify either percent_off or amount_off.', 'percent_off', 'parameter_missing')
  }
  if (percentOff !== null && !(Number(percentOff) > 0 && Number(percentOff) <= 100)) {
    throw invalid('Invalid percent_off: must be greater than 0 and less than or equal to 100', 'percent_off')
  }
  const currency = params.currency('currency') ?? null
  if (amountOff !== null && currency === null) {
    throw invalid('You must specify a currency with amount_off.', 'currency', 'parameter_missing')
  }
  if (amountOff !== null && currency !== null) checkAmount(amountOff, currency, 'amount_off')
  if (amountOff === null && params.has('currency_options')) {
    throw invalid('You can only specify currency_options with amount_off.', 'currency_options')
  }
  const duration = params.oneOf('duration', ['once', 'repeating', 'forever']) ?? 'once'
  const durationInMonths = params.integer('duration_in_months', 1, 600) ?? null
  if ((duration === 'repeating') !== (durationInMonths !== null)) {
    throw invalid('duration_in_months belongs to the duration repeating.', 'duration_in_months')
  }
  return {
    percentOff,
    amountOff,
    currency: amountOff === null ? null : currency,
    currencyOptions: readCurrencyOptions(params),
    duration,
    durationInMonths,
    maxRedemptions: params.integer('max_redemptions', 1) ?? null,
    redeemBy: params.moment('redeem_by') ?? null,
    products: params.part('applies_to')?.texts('products') ?? null,
    name: params.text('name') ?? null,
    metadata: params.metadata(),
  }
}

/** Reads the amounts in further currencies. */
function readCurrencyOptions(params: Params): Coupon['currencyOptions'] {
  const options = params.part('currency_options')
  const entries = options?.keys().map((currency) => {
    const option = options.part(currency)
    const amount = option?.neededInteger('amount_off', 1) ?? 0
    if (!/^[a-z]{3}$/.test(currency)) throw invalid(`Invalid currency: ${currency}`, options.nameOf(currency))
    checkAmount(amount, currency, option?.nameOf('amount_off') ?? options.nameOf(currency))
    return [currency, amount] as const
  })
  return Object.fromEntries(entries ?? [])
}
