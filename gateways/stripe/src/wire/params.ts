import { invalid } from './api-error.ts'
import { changedMetadata, type Metadata } from './metadata.ts'
import { type Form, type FormRecord, isList, isRecord } from './read-form.ts'

const MAX_INTEGER = 99_999_999

/**
 * The parameters of a request. Each is read by its type, and one that is never read is unknown: `checkAllRead` refuses it,
 * as the API does. An empty text clears a value, which is null here; an absent parameter is undefined.
 */
export class Params {
  readonly #form: FormRecord
  readonly #place: string
  readonly #read = new Set<string>()
  readonly #parts: Params[] = []

  constructor(form: FormRecord, place = '') {
    this.#form = form
    this.#place = place
  }

  /** The name of a parameter as errors have it: `items[0][price]`. */
  nameOf(key: string): string {
    return this.#place === '' ? key : `${this.#place}[${key}]`
  }

  has(key: string): boolean {
    return this.#at(key) !== undefined
  }

  /** The names of all parameters, for a record whose names are values. */
  keys(): readonly string[] {
    return Object.keys(this.#form)
  }

  text(key: string): string | null | undefined {
    const value = this.#at(key)
    if (value === undefined) return undefined
    if (typeof value !== 'string') throw invalid('Invalid string', this.nameOf(key))
    return value === '' ? null : value
  }

  /** @throws {ApiError} when it is missing or empty */
  neededText(key: string): string {
    return this.text(key) ?? this.#missing(key)
  }

  oneOf<const T extends string>(key: string, words: readonly T[]): T | null | undefined {
    const text = this.text(key)
    if (text === undefined || text === null) return text
    const word = words.find((each) => each === text)
    if (word === undefined) {
      throw invalid(`Invalid ${key}: must be one of ${words.join(', ')}`, this.nameOf(key))
    }
    return word
  }

  flag(key: string): boolean | undefined {
    const text = this.oneOf(key, ['true', 'false'])
    return text === undefined || text === null ? undefined : text === 'true'
  }

  integer(key: string, least = 0 - MAX_INTEGER, most = MAX_INTEGER): number | null | undefined {
    const text = this.text(key)
    if (text === undefined || text === null) return text
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (Number.isNaN(value)) {
      throw invalid(`Invalid integer: ${text}`, this.nameOf(key), 'parameter_invalid_integer')
    }
    if (value < least) throw invalid(`Invalid ${key}: must be at least ${least}`, this.nameOf(key))
    if (value > most) throw invalid(`Invalid ${key}: must be at most ${most}`, this.nameOf(key))
    return value
  }

  neededInteger(key: string, least?: number, most?: number): number {
    return this.integer(key, least, most) ?? this.#missing(key)
  }

  /** Seconds since the epoch. */
  moment(key: string): number | null | undefined {
    return this.integer(key, 0, 253_402_300_799)
  }

  /** Moments from and to, or one moment, which is both. */
  range(key: string): Readonly<Partial<Record<'gt' | 'gte' | 'lt' | 'lte', number>>> {
    const value = this.#at(key)
    if (typeof value === 'string') {
      const moment = this.moment(key) ?? 0
      return { gte: moment, lte: moment }
    }
    const bounds = this.part(key)
    const entries = (['gt', 'gte', 'lt', 'lte'] as const).flatMap((bound) => {
      const moment = bounds?.moment(bound)
      return moment === undefined || moment === null ? [] : [[bound, moment] as const]
    })
    return Object.fromEntries(entries)
  }

  /** A decimal number, as its text. */
  decimal(key: string): string | null | undefined {
    const text = this.text(key)
    if (text === undefined || text === null) return text
    if (!/^\d{1,12}([.]\d{1,12})?$/.test(text)) throw invalid(`Invalid decimal: ${text}`, this.nameOf(key))
    return text
  }

  /** An address of the Web. */
  url(key: string): string | null | undefined {
    const text = this.text(key)
    if (text === undefined || text === null || /^https?:\/\/[^\s/]\S*$/.test(text)) return text
    const message = 'Invalid URL: An explicit scheme (such as https) must be provided.'
    throw invalid(message, this.nameOf(key), 'url_invalid')
  }

  currency(key: string): string | null | undefined {
    const text = this.text(key)?.toLowerCase()
    if (text === undefined) return this.text(key) === null ? null : undefined
    if (!/^[a-z]{3}$/.test(text)) throw invalid(`Invalid currency: ${text}`, this.nameOf(key))
    return text
  }

  /** The parameters below a key; undefined when there are none, null when they are cleared. */
  part(key: string): Params | null | undefined {
    const value = this.#at(key)
    if (value === undefined) return undefined
    if (value === '') return null
    if (!isRecord(value)) throw invalid('Invalid object', this.nameOf(key))
    return this.#partOf(value, this.nameOf(key))
  }

  /** The items of a list; null when it is cleared by an empty text. */
  parts(key: string): readonly Params[] | null | undefined {
    const value = this.#listAt(key)
    if (value === undefined || value === null) return value
    return value.map((each, index) => {
      const place = `${this.nameOf(key)}[${index}]`
      if (!isRecord(each)) throw invalid('Invalid object', place)
      return this.#partOf(each, place)
    })
  }

  texts(key: string): readonly string[] | null | undefined {
    const value = this.#listAt(key)
    if (value === undefined || value === null) return value
    return value.map((each) => {
      if (typeof each !== 'string') throw invalid('Invalid string', this.nameOf(key))
      return each
    })
  }

  /** The metadata after the request; unchanged where none was sent. */
  metadata(before: Metadata = {}): Metadata {
    const value = this.#at('metadata')
    return value === undefined ? before : changedMetadata(before, value)
  }

  /** Leaves a parameter unread on purpose: it is known, and has no effect here. */
  accept(...keys: readonly string[]): void {
    for (const key of keys) this.#read.add(key)
  }

  /** @throws {ApiError} for a parameter that was not read */
  checkAllRead(): void {
    const strange = Object.keys(this.#form).find((key) => !this.#read.has(key))
    if (strange !== undefined) {
      const name = this.nameOf(strange)
      throw invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown')
    }
    for (const part of this.#parts) part.checkAllRead()
  }

  #at(key: string): Form | undefined {
    this.#read.add(key)
    return this.#form[key]
  }

  #listAt(key: string): readonly Form[] | null | undefined {
    const value = this.#at(key)
    if (value === undefined) return undefined
    if (value === '') return null
    if (!isList(value)) throw invalid('Invalid array', this.nameOf(key))
    return value
  }

  #partOf(form: FormRecord, place: string): Params {
    const part = new Params(form, place)
    this.#parts.push(part)
    return part
  }

  #missing(key: string): never {
    throw invalid(`Missing required param: ${this.nameOf(key)}.`, this.nameOf(key), 'parameter_missing')
  }
}
