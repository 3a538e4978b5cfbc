/** The parameters of a request, from JSON or XML: keys in snake_case, leaves unparsed. */
export type Params = { readonly [key: string]: Param }
export type Param = string | number | boolean | null | readonly Param[] | Params

/** The keys that a request may have: a value, anything, a list of a shape, or further keys. */
export type Shape = 'value' | 'anything' | readonly [Shape] | { readonly [key: string]: Shape }

/** The path of an unknown parameter, such as `customer.credit_card.colour`; null if all are known. */
export function findUnknown(params: Param | undefined, shape: Shape, at = ''): string | null {
  if (shape === 'anything' || params === undefined || isEmpty(params)) return null
  if (shape === 'value') return typeof params === 'object' ? at : null
  if (isList(shape)) {
    if (!isListParam(params)) return at
    return firstOf(params.map((each, index) => findUnknown(each, shape[0], `${at}[${index}]`)))
  }
  if (!isParams(params)) return at
  return firstOf(
    Object.entries(params).map(([key, value]) => {
      const name = at === '' ? key : `${at}.${key}`
      const known = Object.hasOwn(shape, key) ? shape[key] : undefined
      return known === undefined ? name : findUnknown(value, known, name)
    }),
  )
}

export function isParams(param: Param | undefined): param is Params {
  return typeof param === 'object' && param !== null && !Array.isArray(param)
}

/** The part of a request below a key; empty when it has none. */
export function partOf(params: Params, key: string): Params {
  const part = at(params, key)
  return isParams(part) ? part : {}
}

/** A value as text: undefined when it is absent, null when it is null or blank. */
export function textOf(params: Params, key: string): string | null | undefined {
  const value = at(params, key)
  if (value === undefined) return undefined
  if (value === null || typeof value === 'object') return null
  const text = `${value}`
  return text.trim() === '' ? null : text
}

/** A boolean, also from text; undefined when it is absent or no boolean. */
export function booleanOf(params: Params, key: string): boolean | undefined {
  const text = textOf(params, key)?.toLowerCase()
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : undefined
}

/** An integer, also from text: undefined when it is absent, NaN when it is no integer. */
export function integerOf(params: Params, key: string): number | null | undefined {
  const text = textOf(params, key)
  if (text === undefined || text === null) return text
  return /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}

/** The items of a list; undefined when it is absent, null when it is no list. */
export function listOf(params: Params, key: string): readonly Param[] | null | undefined {
  const value = at(params, key)
  if (value === undefined) return undefined
  if (value === null || value === '') return []
  return isListParam(value) ? value : null
}

function at(params: Params, key: string): Param | undefined {
  return Object.hasOwn(params, key) ? params[key] : undefined
}

function isListParam(param: Param): param is readonly Param[] {
  return Array.isArray(param)
}

/** An empty list is nothing as well: PHP's SDK writes one for an empty hash. */
function isEmpty(param: Param): boolean {
  return param === null || param === '' || (isListParam(param) && param.length === 0)
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape)
}

function firstOf(found: readonly (string | null)[]): string | null {
  return found.find((each) => each !== null) ?? null
}
