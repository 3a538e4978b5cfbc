import { emit, previousOf } from '../events/emit.ts'
import { findPrice, findProduct } from '../lookup/find.ts'
import { intervals, type Price, type Product, type Recurring } from '../model/catalog.ts'
import { newId } from '../model/ids.ts'
import { checkAmount } from '../money/currencies.ts'
import { priceJson, productJson } from '../objects/catalog-json.ts'
import { invalid } from '../wire/api-error.ts'
import { pageOf, readCreated, readCursor } from '../wire/list.ts'
import type { Params } from '../wire/params.ts'
import type { Work } from '../work.ts'
import { del, get, post, type Route } from './route.ts'

const MAX_INTERVALS = { day: 1_095, week: 156, month: 36, year: 3 }

export const catalogRoutes: readonly Route[] = [
  post('/products', 'product', (params) => {
    const id = params.text('id') ?? undefined
    const fields = {
      name: params.neededText('name'),
      active: params.flag('active') ?? true,
      description: params.text('description') ?? null,
      metadata: params.metadata(),
    }
    params.accept('tax_code', 'unit_label', 'url', 'images', 'shippable', 'statement_descriptor', 'type')
    return (work) => {
      const { account, now } = work
      if (id !== undefined && account.products.has(id)) {
        throw invalid(`Product already exists.`, 'id', 'resource_already_exists')
      }
      const made = {
        id: id ?? newId(account, 'prod', 14),
        created: now,
        updated: now,
        isDeleted: false,
        ...fields,
      }
      account.products.set(made.id, made)
      return announced(work, 'product.created', productJson(made))
    }
  }),
  get('/products', 'product', (params) => {
    const cursor = readCursor(params)
    const active = params.flag('active')
    const isIn = readCreated(params)
    return ({ account }) =>
      pageOf(
        '/v1/products',
        kept(account.products.values(), active, isIn).filter((it) => !it.isDeleted),
        cursor,
        productJson,
      )
  }),
  get(
    '/products/:id',
    'product',
    (_params, { id }) =>
      (work) =>
        productJson(findProduct(work.account, id)),
  ),
  post('/products/:id', 'product', (params, { id }) => {
    const [name, active, description] = [
      params.text('name'),
      params.flag('active'),
      params.text('description'),
    ]
    const metadata = params.has('metadata')
      ? (before: Product) => params.metadata(before.metadata)
      : undefined
    params.accept('metadata')
    return (work) => {
      const product = findProduct(work.account, id)
      const before = productJson(product)
      Object.assign(product, {
        ...(typeof name === 'string' && { name }),
        ...(active !== undefined && { active }),
        ...(description !== undefined && { description }),
        ...(metadata !== undefined && { metadata: metadata(product) }),
        updated: work.now,
      })
      const after = productJson(product)
      emit(work, 'product.updated', { object: after, previous: previousOf(before, after) })
      return after
    }
  }),
  del('/products/:id', 'product', (_params, { id }) => (work) => {
    const product = findProduct(work.account, id)
    if (Array.from(work.account.prices.values()).some((it) => it.product === product.id)) {
      throw invalid('This product cannot be deleted because it has one or more user-created prices.', 'id')
    }
    product.isDeleted = true
    emit(work, 'product.deleted', { object: productJson(product) })
    return { id: product.id, object: 'product', deleted: true }
  }),
  post('/prices', 'price', (params) => {
    const currency = params.currency('currency') ?? params.neededText('currency')
    const amount = readUnitAmount(params, currency)
    const product = params.text('product')
    const name = params.part('product_data')?.neededText('name')
    if ((product == null) === (name === undefined)) {
      throw invalid('You must specify one of product and product_data.', 'product', 'parameter_missing')
    }
    const recurring = readRecurring(params.part('recurring') ?? undefined)
    const fields = {
      active: params.flag('active') ?? true,
      nickname: params.text('nickname') ?? null,
      lookupKey: params.text('lookup_key') ?? null,
      taxBehavior: params.oneOf('tax_behavior', ['inclusive', 'exclusive', 'unspecified']) ?? 'unspecified',
      metadata: params.metadata(),
    }
    params.accept('billing_scheme', 'transfer_lookup_key')
    return (work) => {
      const { account, now } = work
      const of =
        name === undefined ? findProduct(account, product ?? '', 'product').id : inlineProduct(work, name)
      const made: Price = {
        id: newId(account, 'price'),
        created: now,
        product: of,
        currency,
        unitAmount: amount,
        recurring,
        ...fields,
      }
      account.prices.set(made.id, made)
      return announced(work, 'price.created', priceJson(made))
    }
  }),
  get('/prices', 'price', (params) => {
    const cursor = readCursor(params)
    const [active, product, currency] = [
      params.flag('active'),
      params.text('product'),
      params.currency('currency'),
    ]
    const [type, keys] = [params.oneOf('type', ['one_time', 'recurring']), params.texts('lookup_keys')]
    const isIn = readCreated(params)
    return ({ account }) => {
      const prices = kept(account.prices.values(), active, isIn).filter((it) => {
        if (product != null && it.product !== product) return false
        if (currency != null && it.currency !== currency) return false
        if (type != null && priceJson(it).type !== type) return false
        return keys == null || (it.lookupKey !== null && keys.includes(it.lookupKey))
      })
      return pageOf('/v1/prices', prices, cursor, priceJson)
    }
  }),
  get(
    '/prices/:id',
    'price',
    (_params, { id }) =>
      (work) =>
        priceJson(findPrice(work.account, id)),
  ),
  post('/prices/:id', 'price', (params, { id }) => {
    const [active, nickname, lookupKey] = [
      params.flag('active'),
      params.text('nickname'),
      params.text('lookup_key'),
    ]
    params.accept('metadata')
    return (work) => {
      const price = findPrice(work.account, id)
      const before = priceJson(price)
      Object.assign(price, {
        ...(active !== undefined && { active }),
        ...(nickname !== undefined && { nickname }),
        ...(lookupKey !== undefined && { lookupKey }),
        metadata: params.metadata(price.metadata),
      })
      const after = priceJson(price)
      emit(work, 'price.updated', { object: after, previous: previousOf(before, after) })
      return after
    }
  }),
]

/** `price_data` of an item makes a price that is not used again. */
export function readPriceData(params: Params): (work: Work) => Price {
  const currency = params.currency('currency') ?? params.neededText('currency')
  const amount = readUnitAmount(params, currency)
  const [product, name] = [params.text('product'), params.part('product_data')?.neededText('name')]
  const recurring = readRecurring(params.part('recurring') ?? undefined)
  params.accept('tax_behavior')
  return (work) => {
    const { account, now } = work
    const of =
      name === undefined ? findProduct(account, product ?? '', 'product').id : inlineProduct(work, name)
    const made: Price = {
      id: newId(account, 'price'),
      created: now,
      product: of,
      currency,
      unitAmount: amount,
      recurring,
      taxBehavior: 'unspecified',
      active: false,
      nickname: null,
      lookupKey: null,
      metadata: {},
    }
    account.prices.set(made.id, made)
    return made
  }
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

function inlineProduct({ account, now }: Work, name: string): string {
  const id = newId(account, 'prod', 14)
  const fields = { active: true, description: null, metadata: {}, isDeleted: false }
  account.products.set(id, { id, created: now, updated: now, name, ...fields })
  return id
}

function announced<T extends object>(work: Work, type: string, object: T): T {
  emit(work, type, { object })
  return object
}

function kept<T extends { readonly active: boolean; readonly created: number }>(
  things: Iterable<T>,
  active: boolean | undefined,
  isIn: (created: number) => boolean,
): readonly T[] {
  return Array.from(things).filter((it) => {
    return (active === undefined || it.active === active) && isIn(it.created)
  })
}
