import { emit } from '../events/emit.ts'
import { findPrice, findProduct } from '../lookup/find.ts'
import type { Price, Product } from '../model/catalog.ts'
import { newId } from '../model/ids.ts'
import { priceJson, productJson } from '../objects/catalog-json.ts'
import { previousOf } from '../objects/previous-of.ts'
import { invalid } from '../wire/api-error.ts'
import { pageOf, readCreated, readCursor } from '../wire/list.ts'
import type { Work } from '../work.ts'
import { readCosts, readPriceOf, readProduct } from './read-price.ts'
import { del, get, post, type Route } from './route.ts'

export const catalogRoutes: readonly Route[] = [
  post('/products', 'product', (params) => {
    const id = params.text('id') ?? undefined
    const fields = {
      name: params.neededText('name'),
      active: params.flag('active') ?? true,
      description: params.text('description') ?? null,
      metadata: params.metadata(),
    }
    const data = params.part('default_price_data')
    const makePrice = data == null ? null : readPriceOf(data)
    params.accept('tax_code', 'unit_label', 'url', 'images', 'shippable', 'statement_descriptor', 'type')
    params.accept('marketing_features')
    return (work) => {
      const { account, now } = work
      if (id !== undefined && account.products.has(id)) {
        throw invalid(`Product already exists.`, 'id', 'resource_already_exists')
      }
      const made: Product = {
        id: id ?? newId(account, 'prod', 14),
        created: now,
        updated: now,
        isDeleted: false,
        defaultPrice: null,
        ...fields,
      }
      account.products.set(made.id, made)
      const price = makePrice?.(work, { product: made.id, active: true })
      if (price !== undefined) made.defaultPrice = price.id
      const shown = announced(work, 'product.created', productJson(made))
      if (price !== undefined) emit(work, 'price.created', { object: priceJson(price) })
      return shown
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
    const defaultPrice = params.text('default_price')
    const metadata = params.has('metadata')
      ? (before: Product) => params.metadata(before.metadata)
      : undefined
    params.accept('metadata')
    return (work) => {
      const product = findProduct(work.account, id)
      const before = productJson(product)
      if (typeof defaultPrice === 'string') findPrice(work.account, defaultPrice, 'default_price')
      Object.assign(product, {
        ...(defaultPrice !== undefined && { defaultPrice }),
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
    const [costs, product] = [readCosts(params), readProduct(params)]
    const fields = {
      active: params.flag('active') ?? true,
      nickname: params.text('nickname') ?? null,
      lookupKey: params.text('lookup_key') ?? null,
      taxBehavior: params.oneOf('tax_behavior', ['inclusive', 'exclusive', 'unspecified']) ?? 'unspecified',
      metadata: params.metadata(),
    }
    const transfers = params.flag('transfer_lookup_key') ?? false
    return (work) => {
      const { account, now } = work
      const id = newId(account, 'price')
      takeLookupKey(work, fields.lookupKey, transfers)
      const made: Price = { id, created: now, product: product(work), ...costs, ...fields }
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
    const transfers = params.flag('transfer_lookup_key') ?? false
    params.accept('metadata')
    return (work) => {
      const price = findPrice(work.account, id)
      const before = priceJson(price)
      if (lookupKey !== price.lookupKey) takeLookupKey(work, lookupKey ?? null, transfers)
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

/** A lookup key leads to one price. @throws {ApiError} when another has it, which it is not to be taken from */
function takeLookupKey({ account }: Work, key: string | null, transfers: boolean): void {
  const owner = Array.from(account.prices.values()).find(({ lookupKey }) => key !== null && lookupKey === key)
  if (owner === undefined) return
  if (!transfers) throw invalid(`A price (\`${owner.id}\`) already uses that lookup key.`, 'lookup_key')
  owner.lookupKey = null
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
