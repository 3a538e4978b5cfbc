import type { CardNumber } from '../../model/card.ts'
import type { Fields } from '../../protocol/xml.ts'
import { numbersWith } from './test-numbers.ts'

/** The indicators of a card, by the documented test numbers; unknown for others. */
export function indicatorsXml({ whole }: CardNumber): Fields {
  const others = whole === numbersWith.noIndicators ? 'No' : 'Unknown'
  return {
    ...Object.fromEntries(indicators.map(([tag, number]) => [tag, number === whole ? 'Yes' : others])),
    'country-of-issuance': whole === numbersWith.countryOfIssuance ? 'USA' : 'Unknown',
    'issuing-bank': whole === numbersWith.issuingBank ? 'NETWORK ONLY' : 'Unknown',
    'product-id': productIds.get(whole) ?? 'Unknown',
  }
}

const productIds: ReadonlyMap<string, string> = new Map([
  [numbersWith.healthcare, 'J3'],
  [numbersWith.noIndicators, 'MSB'],
  [numbersWith.payroll, 'MSA'],
])

const indicators: readonly (readonly [tag: string, number: string])[] = [
  ['business', numbersWith.business],
  ['commercial', numbersWith.commercial],
  ['consumer', numbersWith.consumer],
  ['corporate', numbersWith.corporate],
  ['debit', numbersWith.debit],
  ['durbin-regulated', numbersWith.durbinRegulated],
  ['healthcare', numbersWith.healthcare],
  ['payroll', numbersWith.payroll],
  ['prepaid', numbersWith.prepaid],
  ['prepaid-reloadable', numbersWith.prepaidReloadable],
  ['purchase', numbersWith.purchase],
]
