import { emit } from '../events/emit.ts'
import { findTaxRate } from '../lookup/tax-rates.ts'
import { newId } from '../model/ids.ts'
import type { TaxRate } from '../model/tax-rate.ts'
import { previousOf } from '../objects/previous-of.ts'
import { taxRateJson } from '../objects/tax-json.ts'
import { invalid } from '../wire/api-error.ts'
import { pageOf, readCreated, readCursor } from '../wire/list.ts'
import type { Params } from '../wire/params.ts'
import { get, post, type Route } from './route.ts'

export const taxRateRoutes: readonly Route[] = [
  post('/tax_rates', 'tax_rate', (params) => {
    const fixed = {
      percentage: readPercentage(params),
      isInclusive:
        (params.oneOf('inclusive', ['true', 'false']) ?? params.neededText('inclusive')) === 'true',
    }
    const displayName = params.neededText('display_name')
    const [fields, metadata] = [readFields(params), params.metadata()]
    return (work) => {
      const { account, now } = work
      const made: TaxRate = {
        active: true,
        description: null,
        jurisdiction: null,
        country: null,
        state: null,
        taxType: null,
        displayName,
        ...fields,
        ...fixed,
        id: newId(account, 'txr'),
        created: now,
        metadata,
      }
      account.taxRates.set(made.id, made)
      emit(work, 'tax_rate.created', { object: taxRateJson(made) })
      return taxRateJson(made)
    }
  }),
  get('/tax_rates', 'tax_rate', (params) => {
    const [cursor, isIn] = [readCursor(params), readCreated(params)]
    const [active, inclusive] = [params.flag('active'), params.flag('inclusive')]
    return ({ account }) => {
      const fitting = Array.from(account.taxRates.values()).filter((it) => {
        if (active !== undefined && it.active !== active) return false
        return isIn(it.created) && (inclusive === undefined || it.isInclusive === inclusive)
      })
      return pageOf('/v1/tax_rates', fitting, cursor, taxRateJson)
    }
  }),
  get(
    '/tax_rates/:id',
    'tax_rate',
    (_params, { id }) =>
      ({ account }) =>
        taxRateJson(findTaxRate(account, id)),
  ),
  post('/tax_rates/:id', 'tax_rate', (params, { id }) => {
    const fields = readFields(params)
    params.accept('metadata')
    return (work) => {
      const rate = findTaxRate(work.account, id)
      const before = taxRateJson(rate)
      Object.assign(rate, fields, { metadata: params.metadata(rate.metadata) })
      const after = taxRateJson(rate)
      emit(work, 'tax_rate.updated', { object: after, previous: previousOf(before, after) })
      return after
    }
  }),
]

function readPercentage(params: Params): string {
  const text = params.decimal('percentage') ?? params.neededText('percentage')
  if (Number(text) > 100 || (text.split('.')[1]?.length ?? 0) > 4) {
    throw invalid('Invalid percentage: must be from 0 to 100, with up to four decimals', 'percentage')
  }
  return text
}

/** The fields that a later request can change: neither the percentage, nor whether it is in the prices. */
function readFields(params: Params): Partial<TaxRate> {
  const active = params.flag('active')
  const texts = Object.entries(textFields).flatMap(([field, key]) => {
    const text = params.text(key)
    return text === undefined ? [] : [[field, text] as const]
  })
  const displayName = params.text('display_name')
  return {
    ...(active !== undefined && { active }),
    ...(typeof displayName === 'string' && { displayName }),
    ...Object.fromEntries(texts),
  }
}

const textFields = {
  description: 'description',
  jurisdiction: 'jurisdiction',
  country: 'country',
  state: 'state',
  taxType: 'tax_type',
}
