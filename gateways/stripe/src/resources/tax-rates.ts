import { given } from '@goodword/sandbox/model/given'
import { emit } from '../events/emit.ts'
import { findTaxRate } from '../lookup/tax-rates.ts'
import { newId } from '../model/ids.ts'
import type { TaxRate } from '../model/tax-rate.ts'
import { previousOf } from '../objects/previous-of.ts'
import { taxRateJson } from '../objects/tax-json.ts'
import { invalid } from '../wire/api-error.ts'
import type { Params } from '../wire/params.ts'
import { byFlag, isCreated, list } from './list-route.ts'
import { post, type Route, retrieve } from './route.ts'

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
  list('/tax_rates', 'tax_rate', findTaxRate, {
    filters: {
      created: isCreated,
      active: byFlag((it, active) => it.active === active),
      inclusive: byFlag((it, inclusive) => it.isInclusive === inclusive),
    },
    view: taxRateJson,
  }),
  retrieve('/tax_rates/:id', 'tax_rate', findTaxRate, taxRateJson),
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
  return given({
    active: params.flag('active'),
    description: params.text('description'),
    jurisdiction: params.text('jurisdiction'),
    country: params.text('country'),
    state: params.text('state'),
    taxType: params.text('tax_type'),
    displayName: params.text('display_name') ?? undefined,
  })
}
