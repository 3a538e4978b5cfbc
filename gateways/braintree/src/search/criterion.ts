import { type Day, dayOf, parseDay } from '../model/day.ts'
import { parseMoney } from '../model/money.ts'
import { isParams, type Param, type Params, type Shape } from '../model/params.ts'

/** A search criterion of one field: the shape of its condition, and whether a thing matches. */
export type Criterion<T> = {
  readonly shape: Shape
  readonly fits: (thing: T, condition: Param) => boolean
}

const words: Readonly<Record<string, (text: string, condition: string) => boolean>> = {
  is: (text, condition) => text === condition,
  is_not: (text, condition) => text !== condition,
  starts_with: (text, condition) => text.startsWith(condition),
  ends_with: (text, condition) => text.endsWith(condition),
  contains: (text, condition) => text.includes(condition),
}

/** `{is}`, `{is_not}`, `{starts_with}`, `{ends_with}`, `{contains}`; case does not count. */
export function text<T>(read: (thing: T) => string | null | readonly string[]): Criterion<T> {
  return {
    shape: Object.fromEntries(Object.keys(words).map((word) => [word, 'value'])),
    fits: (thing, condition) => {
      const value = read(thing)
      const texts = (typeof value === 'string' ? [value] : (value ?? [''])).map((each) => each.toLowerCase())
      return Object.entries(paramsOf(condition)).every(([word, wanted]) =>
        texts.some((each) => words[word]?.(each, `${wanted ?? ''}`.toLowerCase())),
      )
    },
  }
}

/** A list of values, any of which will do. */
export function multiple<T>(read: (thing: T) => string | null | readonly string[]): Criterion<T> {
  return {
    shape: 'anything',
    fits: (thing, condition) => {
      const value = read(thing)
      const values = typeof value === 'string' ? [value] : (value ?? [])
      const wanted = Array.isArray(condition) ? condition.map(String) : [`${condition ?? ''}`]
      return values.some((each) => wanted.includes(each))
    },
  }
}

/** A list of values, or `{is}`, `{contains}` …. */
export function multipleOrText<T>(read: (thing: T) => string | null | readonly string[]): Criterion<T> {
  const [values, words] = [multiple(read), text(read)]
  return {
    shape: 'anything',
    fits: (thing, condition) => (isParams(condition) ? words : values).fits(thing, condition),
  }
}

/** A bare value. */
export function keyValue<T>(read: (thing: T, condition: string) => boolean): Criterion<T> {
  return { shape: 'value', fits: (thing, condition) => read(thing, `${condition ?? ''}`) }
}

const range: Shape = { min: 'value', max: 'value', is: 'value' }

/** `{min}`, `{max}`, `{is}` of whole numbers. */
export function integers<T>(read: (thing: T) => number | null): Criterion<T> {
  return between(read, (condition) => Number(condition))
}

/** `{min}`, `{max}`, `{is}` of money. */
export function amounts<T>(read: (thing: T) => number | null): Criterion<T> {
  return between(read, (condition) => parseMoney(condition) ?? Number.NaN)
}

/** `{min}`, `{max}`, `{is}` of moments, asked for as `2026-01-31T12:00:00.000Z` or `2026-01-31 12:00:00 +0000`; a day is all of it. */
export function times<T>(read: (thing: T) => number | null): Criterion<T> {
  return {
    shape: range,
    fits: (thing, condition) => {
      const value = read(thing)
      return Object.entries(paramsOf(condition)).every(([word, wanted]) => {
        const given = `${wanted ?? ''}`
        const moment = Date.parse(given.replace(/ (UTC|[+]0000)$/, 'Z'))
        if (value === null || Number.isNaN(moment)) return false
        // Responses have whole seconds, so a search with a returned time must match it.
        const [at, wantedAt] = [Math.floor(value / 1000), Math.floor(moment / 1000)]
        const isDay = /^\d{4}-\d{2}-\d{2}$/.test(given)
        if (word === 'min') return at >= wantedAt
        if (word === 'max') return isDay ? dayOf(value) <= dayOf(moment) : at <= wantedAt
        return isDay ? dayOf(value) === dayOf(moment) : at === wantedAt
      })
    },
  }
}

/** `{min}`, `{max}`, `{is}` of dates. */
export function days<T>(read: (thing: T) => Day | null): Criterion<T> {
  return between(
    (thing) => dayNumber(read(thing)),
    (condition) => dayNumber(parseDay(isoDay(condition))) ?? Number.NaN,
  )
}

/** Programs also write the month first: `01/31/2026`. */
function isoDay(text: string): string {
  return text.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$1-$2')
}

function dayNumber(day: Day | null): number | null {
  return day === null ? null : Date.parse(day)
}

function between<T>(read: (thing: T) => number | null, parse: (condition: string) => number): Criterion<T> {
  return {
    shape: range,
    fits: (thing, condition) => {
      const value = read(thing)
      return Object.entries(paramsOf(condition)).every(([word, wanted]) => {
        const limit = parse(`${wanted ?? ''}`)
        if (value === null || Number.isNaN(limit)) return false
        if (word === 'min') return value >= limit
        return word === 'max' ? value <= limit : value === limit
      })
    },
  }
}

function paramsOf(condition: Param): Params {
  return isParams(condition) ? condition : {}
}
