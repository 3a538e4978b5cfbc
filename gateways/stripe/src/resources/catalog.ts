import { given } from '@goodword/sandbox/model/given'
import { emit } from '../events/emit.ts'
import { findPrice, findProduct } from '../lookup/find.ts'
import type { Price, Product } from '../model/catalog.ts'
import { newId } from '../model/ids.ts'
import { priceJson, productJson } from '../objects/catalog-json.ts'
import { previousOf } from '../objects/previous-of.ts'
import { invalid } from '../wire/api-error.ts'
import type { Work } from '../work.ts'
import { byFlag, byWord, isCreated, list, same } from './list-route.ts'
import { readCosts, readPriceOf, readProduct } from './read-price.ts'
import { del, post, type Route, retrieve } from './route.ts'

const isActive = byFlag<{ readonly active: boolean }>((it, active) => it.active === active)

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
  list('/products', 'product', findProduct, {
    filters: { active: isActive, created: isCreated },
    view: productJson,
  }),
  retrieve('/products/:id', 'product', findProduct, productJson),
  post('/products/:id', 'product', (params, { id }) => {
    const [name, active, description] = [
      params.text('name'),
      params.flag('active'),
      params.text('description'),
    ]
    const defaultPrice = params.text('default_price')
    params.accept('metadata')
    return (work) => {
      const product = findProduct(work.account, id)
      const before = productJson(product)
      if (typeof defaultPrice === 'string') findPrice(work.account, defaultPrice, 'default_price')
      Object.assign(product, {
        ...given({ defaultPrice, name: name ?? undefined, active, description }),
        metadata: params.metadata(product.metadata),
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
  list('/prices', 'price', findPrice, {
    filters: {
      active: isActive,
      product: same('product'),
      currency: (params, key) => {
        const currency = params.currency(key)
        return (it) => currency == null || it.currency === currency
      },
      type: byWord(['one_time', 'recurring'], (it, type) => priceJson(it).type === type),
      lookup_keys: (params, key) => {
        const keys = params.texts(key)
        return ({ lookupKey }) => keys == null || (lookupKey !== null && keys.includes(lookupKey))
      },
      created: isCreated,
    },
    view: priceJson,
  }),
  retrieve('/prices/:id', 'price', findPrice, priceJson),
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
        ...given({ active, nickname, lookupKey }),
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
