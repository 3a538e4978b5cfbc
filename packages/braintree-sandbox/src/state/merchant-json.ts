import { emptyMerchant, type Merchant } from '../model/merchant.ts'

/** A merchant as JSON can hold it: maps and sets are marked, and keep their order. */
export function merchantToJson(merchant: Merchant): unknown {
  return marked(merchant)
}

/** Reads what {@link merchantToJson} wrote; what an older version did not write is as for a new merchant. */
export function merchantFromJson(json: unknown): Merchant {
  const read = unmarked(json)
  if (!isRecord(read) || typeof read.id !== 'string' || !Array.isArray(read.keys) || !isRecord(read.clock)) {
    throw new Error('it has no merchant with an id, keys and a clock')
  }
  const empty = emptyMerchant(read.id, read.keys, { at: 0, runsSince: null })
  for (const [field, value] of Object.entries(empty)) {
    if (read[field] !== undefined && kindOf(read[field]) !== kindOf(value) && value !== null) {
      throw new Error(
        `the ${field} of merchant ${read.id} are ${kindOf(read[field])} instead of ${kindOf(value)}`,
      )
    }
  }
  // What is inside the fields was written by this program, and is believed.
  return { ...empty, ...read } as Merchant
}

function marked(value: unknown): unknown {
  if (value instanceof Map) return { '@map': Array.from(value, ([key, each]) => [key, marked(each)]) }
  if (value instanceof Set) return { '@set': Array.from(value, marked) }
  if (Array.isArray(value)) return value.map(marked)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, marked(each)]))
}

function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarked)
  if (!isRecord(value)) return value
  const [map, set] = [value['@map'], value['@set']]
  if (Array.isArray(map) && map.every(isPair)) {
    return new Map(map.map(([key, each]) => [key, unmarked(each)]))
  }
  if (Array.isArray(set)) return new Set(set.map(unmarked))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unmarked(each)]))
}

function isPair(value: unknown): value is readonly [unknown, unknown] {
  return Array.isArray(value) && value.length === 2
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function kindOf(value: unknown): string {
  if (value instanceof Map) return 'a map'
  if (Array.isArray(value)) return 'a list'
  return value === null ? 'nothing' : `a ${typeof value}`
}
