import { readDiscounts } from '../../billing/give-discounts.ts'
import { prorationBehaviors } from '../../billing/update-items.ts'
import { findOneTimePrice, findPrice } from '../../lookup/find.ts'
import { readAutomaticTax, readTaxRates } from '../../lookup/tax-rates.ts'
import { intervals } from '../../model/catalog.ts'
import type { GivenDiscount, Phase, PhaseItem } from '../../model/schedule.ts'
import { boundaryAfter } from '../../money/periods.ts'
import { invalid } from '../../wire/api-error.ts'
import type { Params } from '../../wire/params.ts'
import type { Work } from '../../work.ts'
import { readDaysUntilDue } from '../read-collection.ts'
import { readPriceData } from '../read-price.ts'

/** Makes the phases of a request, the first of which begins at a moment unless it says another. @throws {ApiError} */
export type PhasesOf = (work: Work, start: number) => readonly Phase[]

/** Reads `phases`; null where there are none. @throws {ApiError} */
export function readPhases(params: Params): PhasesOf | null {
  const phases = params.parts('phases')?.map(readPhase)
  if (phases === undefined) return null
  return (work, first) => {
    let start = first
    return phases.map((make) => {
      const phase = make(work, start)
      start = phase.endDate
      return phase
    })
  }
}

function readPhase(part: Params): (work: Work, start: number) => Phase {
  const items = (part.parts('items') ?? []).map(readItem)
  if (items.length === 0) throw invalid('A phase has items.', part.nameOf('items'), 'parameter_missing')
  const [startDate, end, trialEnd] = [
    readMoment(part, 'start_date'),
    readEnd(part),
    readMoment(part, 'trial_end'),
  ]
  const [isTrial, currency] = [part.flag('trial') ?? false, part.currency('currency') ?? null]
  const added = (part.parts('add_invoice_items') ?? []).map((item) => {
    return { price: item.neededText('price'), quantity: item.integer('quantity', 0) ?? 1 }
  })
  const fields = {
    discounts: readGiven(part),
    prorationBehavior: part.oneOf('proration_behavior', prorationBehaviors) ?? ('create_prorations' as const),
    beginsAnew: part.oneOf('billing_cycle_anchor', ['automatic', 'phase_start']) === 'phase_start',
    daysUntilDue: readCollection(part),
    defaultPaymentMethod: part.text('default_payment_method') ?? null,
    automaticTax: readAutomaticTax(part) ?? false,
    description: part.text('description') ?? null,
    metadata: part.metadata(),
  }
  const taxRates = readTaxRates(part, 'default_tax_rates')
  return (work, before) => {
    const { account, now } = work
    const begin = startDate?.(now) ?? before
    const made = items.map((item) => item(work))
    const price = findPrice(account, made[0]?.price ?? '')
    for (const item of added) findOneTimePrice(account, item.price)
    const endDate =
      end?.(begin, now) ?? (price.recurring === null ? begin : boundaryAfter(begin, price.recurring, begin))
    if (endDate <= begin) throw invalid('A phase ends after its start.', part.nameOf('end_date'))
    return {
      ...fields,
      startDate: begin,
      endDate,
      currency: currency ?? price.currency,
      items: made,
      addedItems: added,
      trialEnd: isTrial ? endDate : (trialEnd?.(now) ?? null),
      defaultTaxRates: taxRates(account, []),
    }
  }
}

function readItem(item: Params): (work: Work) => PhaseItem {
  const [id, data] = [item.text('price'), item.part('price_data')]
  const make = data == null ? undefined : readPriceData(data)
  const [quantity, taxRates] = [item.integer('quantity', 0) ?? 1, readTaxRates(item, 'tax_rates')]
  const [discounts, metadata] = [readGiven(item) ?? [], item.metadata()]
  return (work) => ({
    price: make?.(work).id ?? findPrice(work.account, id ?? '', item.nameOf('price')).id,
    quantity,
    discounts,
    taxRates: taxRates(work.account, []),
    metadata,
  })
}

function readGiven(params: Params): readonly GivenDiscount[] | null {
  const entries = readDiscounts(params)
  return entries === undefined ? null : (entries ?? []).map(({ kind, id }) => ({ kind, id }))
}

/** The days of sent invoices are in the settings of a phase's invoices. */
function readCollection(part: Params): number | null | undefined {
  const days = part.part('invoice_settings')?.integer('days_until_due', 0)
  if (days == null) return readDaysUntilDue(part)
  part.oneOf('collection_method', ['send_invoice'])
  return days
}

function readMoment(part: Params, key: string): ((now: number) => number) | null {
  if (part.text(key) === 'now') return (now) => now
  const moment = part.moment(key)
  return moment == null ? null : () => moment
}

/** A phase ends at a moment or after a time; without one it has one interval of its prices. */
function readEnd(part: Params): ((start: number, now: number) => number) | null {
  const [end, duration] = [readMoment(part, 'end_date'), part.part('duration')]
  if (duration == null) return end === null ? null : (_start, now) => end(now)
  const interval = duration.oneOf('interval', intervals) ?? 'month'
  const intervalCount = duration.integer('interval_count', 1) ?? 1
  return (start) => boundaryAfter(start, { interval, intervalCount }, start)
}
