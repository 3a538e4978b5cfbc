import { findProduct } from '../lookup/find.ts'
import {
  type Amounts,
  intervals,
  type Price,
  type Recurring,
  type Tier,
  type TiersMode,
  tiersModes,
} from '../model/catalog.ts'
import { newId } from '../model/ids.ts'
import { checkAmount } from '../money/currencies.ts'
import { invalid } from '../wire/api-error.ts'
import type { Params } from '../wire/params.ts'
import type { Work } from '../work.ts'

const MAX_INTERVALS = { day: 1_095, week: 156, month: 36, year: 3 }

type Costs = Pick<Price, 'amounts' | 'currency' | 'recurring' | 'tiersMode'>

/** `price_data` of an item makes a price that is not used again. */
export function readPriceData(params: Params): (work: Work) => Price {
  const [product, make] = [readProduct(params), readPriceOf(params)]
  return (work) => make(work, { product: product(work), active: false })
}

/** Reads a price of a product that is known when it is made, as `default_price_data` of a new product. @throws {ApiError} */
export function readPriceOf(params: Params): (work: Work, about: Pick<Price, 'active' | 'product'>) => Price {
  const [costs, metadata] = [readCosts(params), params.metadata()]
  const taxBehavior = params.oneOf('tax_behavior', ['inclusive', 'exclusive', 'unspecified'])
  return ({ account, now }, about) => {
    const made: Price = {
      id: newId(account, 'price'),
      created: now,
      ...about,
      ...costs,
      taxBehavior: taxBehavior ?? 'unspecified',
      nickname: null,
      lookupKey: null,
      metadata,
    }
    account.prices.set(made.id, made)
    return made
  }
}

/** Reads the product of a price, which may be made with it. @throws {ApiError} */
export function readProduct(params: Params): (work: Work) => string {
  const [id, data] = [params.text('product'), params.part('product_data')]
  if ((id == null) === (data == null)) {
    throw invalid('You must specify one of product and product_data.', 'product', 'parameter_missing')
  }
  const [name, metadata] = [data?.neededText('name') ?? '', data?.metadata() ?? {}]
  const description = data?.text('description') ?? null
  data?.accept('id', 'images', 'tax_code', 'unit_label', 'statement_descriptor')
  return (work) => {
    const { account, now } = work
    if (id != null) return findProduct(account, id, 'product').id
    const made = newId(account, 'prod', 14)
    const fields = { active: true, isDeleted: false, defaultPrice: null, description, metadata }
    account.products.set(made, { id: made, created: now, updated: now, name, ...fields })
    return made
  }
}

/** Reads the amounts of a price, their currencies and interval. @throws {ApiError} */
export function readCosts(params: Params): Costs {
  const currency = params.currency('currency') ?? params.neededText('currency')
  const isTiered = params.oneOf('billing_scheme', ['per_unit', 'tiered']) === 'tiered'
  const tiersMode = params.oneOf('tiers_mode', tiersModes) ?? null
  if (isTiered !== (tiersMode !== null)) {
    throw invalid(
      'A price with `billing_scheme=tiered` has a tiers_mode, and no other.',
      params.nameOf('tiers_mode'),
    )
  }
  const own = { [currency]: readAmounts(params, currency, tiersMode) }
  return {
    currency,
    tiersMode,
    amounts: { ...own, ...readCurrencyOptions(params, tiersMode) },
    recurring: readRecurring(params.part('recurring') ?? undefined),
  }
}

/** Reads the amounts in further currencies. @throws {ApiError} */
function readCurrencyOptions(params: Params, tiersMode: TiersMode | null): Price['amounts'] {
  const options = params.part('currency_options')
  const entries = options?.keys().map((currency) => {
    const option = options.part(currency)
    if (option == null || !/^[a-z]{3}$/.test(currency)) {
      throw invalid(`Invalid currency: ${currency}`, options.nameOf(currency))
    }
    option.accept('tax_behavior')
    return [currency, readAmounts(option, currency, tiersMode)] as const
  })
  return Object.fromEntries(entries ?? [])
}

function readAmounts(params: Params, currency: string, tiersMode: TiersMode | null): Amounts {
  if (tiersMode === null) return { unitAmount: readUnitAmount(params, currency), tiers: null }
  const tiers = (params.parts('tiers') ?? []).map((tier) => readTier(tier, currency))
  const bounds = tiers.map(({ upTo }) => upTo ?? Number.MAX_SAFE_INTEGER)
  const isAscending = bounds.every((bound, place) => bound > (bounds[place - 1] ?? 0))
  if (!isAscending || tiers.at(-1)?.upTo !== null) {
    throw invalid('Tiers have ascending `up_to`, and `inf` for the last.', params.nameOf('tiers'))
  }
  return { unitAmount: null, tiers }
}

function readTier(tier: Params, currency: string): Tier {
  const upTo = tier.neededText('up_to') === 'inf' ? null : tier.neededInteger('up_to', 1)
  if (!['unit_amount', 'unit_amount_decimal', 'flat_amount'].some((key) => tier.has(key))) {
    throw invalid(
      'A tier has a unit_amount or a flat_amount.',
      tier.nameOf('unit_amount'),
      'parameter_missing',
    )
  }
  const flatAmount = tier.integer('flat_amount', 0) ?? 0
  checkAmount(flatAmount, currency, tier.nameOf('flat_amount'))
  const hasUnits = tier.has('unit_amount') || tier.has('unit_amount_decimal')
  return { upTo, unitAmount: hasUnits ? readUnitAmount(tier, currency) : 0, flatAmount }
}

function readRecurring(params: Params | undefined): Recurring | null {
  if (params === undefined) return null
  const interval = params.oneOf('interval', intervals) ?? params.neededText('interval')
  const found = intervals.find((each) => each === interval) ?? 'month'
  const isMetered = params.oneOf('usage_type', ['licensed', 'metered']) === 'metered'
  const meter = params.text('meter') ?? null
  if (isMetered !== (meter !== null)) {
    throw invalid('A price with `usage_type=metered` has a meter, and no other.', params.nameOf('meter'))
  }
  const intervalCount = params.integer('interval_count', 1, MAX_INTERVALS[found]) ?? 1
  return { interval: found, intervalCount, meter }
}

/** @throws {ApiError} */
function readUnitAmount(params: Params, currency: string): number {
  const amount = params.integer('unit_amount', 0) ?? wholeDecimal(params)
  checkAmount(amount, currency, params.nameOf('unit_amount'))
  return amount
}

/** Fractions of the smallest unit are not simulated. */
function wholeDecimal(params: Params): number {
  const text = params.decimal('unit_amount_decimal')
  if (text == null) return params.neededInteger('unit_amount')
  if (/^\d+([.]0*)?$/.test(text)) return Number(text)
  throw invalid('The local Stripe has whole unit amounts only.', 'unit_amount_decimal')
}
