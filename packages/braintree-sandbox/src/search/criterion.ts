import { type Day, dayOf, parseDay } from '../model/day.ts'
import { parseMoney } from '../model/money.ts'
import { isParams, type Param, type Params, type Shape } from '../protocol/params.ts'

/** What can be asked of one field: the shape of the question, and whether a thing answers to it. */
export type Criterion<T> = {
  readonly shape: Shape
  readonly fits: (thing: T, asked: Param) => boolean
}

const words: Readonly<Record<string, (text: string, asked: string) => boolean>> = {
  is: (text, asked) => text === asked,
  is_not: (text, asked) => text !== asked,
  starts_with: (text, asked) => text.startsWith(asked),
  ends_with: (text, asked) => text.endsWith(asked),
  contains: (text, asked) => text.includes(asked),
}

/** `{is}`, `{is_not}`, `{starts_with}`, `{ends_with}`, `{contains}`; case does not count. */
export function text<T>(read: (thing: T) => string | null | readonly string[]): Criterion<T> {
  return {
    shape: Object.fromEntries(Object.keys(words).map((word) => [word, 'value'])),
    fits: (thing, asked) => {
      const value = read(thing)
      const texts = (typeof value === 'string' ? [value] : (value ?? [''])).map((each) => each.toLowerCase())
      return Object.entries(paramsOf(asked)).every(([word, wanted]) =>
        texts.some((each) => words[word]?.(each, `${wanted ?? ''}`.toLowerCase())),
      )
    },
  }
}

/** A list of values, any of which will do. */
export function multiple<T>(read: (thing: T) => string | null | readonly string[]): Criterion<T> {
  return {
    shape: 'anything',
    fits: (thing, asked) => {
      const value = read(thing)
      const values = typeof value === 'string' ? [value] : (value ?? [])
      const wanted = Array.isArray(asked) ? asked.map(String) : [`${asked ?? ''}`]
      return values.some((each) => wanted.includes(each))
    },
  }
}

/** A list of values, or `{is}`, `{contains}` …. */
export function multipleOrText<T>(read: (thing: T) => string | null | readonly string[]): Criterion<T> {
  const [values, words] = [multiple(read), text(read)]
  return {
    shape: 'anything',
    fits: (thing, asked) => (isParams(asked) ? words : values).fits(thing, asked),
  }
}

/** A bare value. */
export function keyValue<T>(read: (thing: T, asked: string) => boolean): Criterion<T> {
  return { shape: 'value', fits: (thing, asked) => read(thing, `${asked ?? ''}`) }
}

const range: Shape = { min: 'value', max: 'value', is: 'value' }

/** `{min}`, `{max}`, `{is}` of whole numbers. */
export function integers<T>(read: (thing: T) => number | null): Criterion<T> {
  return between(read, (asked) => Number(asked))
}

/** `{min}`, `{max}`, `{is}` of money. */
export function amounts<T>(read: (thing: T) => number | null): Criterion<T> {
  return between(read, (asked) => parseMoney(asked) ?? Number.NaN)
}

/** `{min}`, `{max}`, `{is}` of moments, asked for as `2026-01-31T12:00:00.000Z` or `2026-01-31 12:00:00 +0000`; a day is all of it. */
export function times<T>(read: (thing: T) => number | null): Criterion<T> {
  return {
    shape: range,
    fits: (thing, asked) => {
      const value = read(thing)
      return Object.entries(paramsOf(asked)).every(([word, wanted]) => {
        const said = `${wanted ?? ''}`
        const moment = Date.parse(said.replace(/ (UTC|[+]0000)$/, 'Z'))
        if (value === null || Number.isNaN(moment)) return false
        // Responses have whole seconds, so a search with a returned time must match it.
        const [at, wantedAt] = [Math.floor(value / 1000), Math.floor(moment / 1000)]
        const isDay = /^\d{4}-\d{2}-\d{2}$/.test(said)
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
    (asked) => dayNumber(parseDay(asked)) ?? Number.NaN,
  )
}

function dayNumber(day: Day | null): number | null {
  return day === null ? null : Date.parse(day)
}

function between<T>(read: (thing: T) => number | null, parse: (asked: string) => number): Criterion<T> {
  return {
    shape: range,
    fits: (thing, asked) => {
      const value = read(thing)
      return Object.entries(paramsOf(asked)).every(([word, wanted]) => {
        const limit = parse(`${wanted ?? ''}`)
        if (value === null || Number.isNaN(limit)) return false
        if (word === 'min') return value >= limit
        return word === 'max' ? value <= limit : value === limit
      })
    },
  }
}

function paramsOf(asked: Param): Params {
  return isParams(asked) ? asked : {}
}
