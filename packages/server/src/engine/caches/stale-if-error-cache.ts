import { LRUCache } from 'lru-cache'
import { overloaded } from '../foundation/load-shedding-error.ts'

export type StaleIfErrorCacheOptions<Value> = {
  /** Nothing older is given while it can be looked up again. */
  readonly maxAgeMs: number
  /** A value that is read after this age is refreshed in the background. */
  readonly refreshAfterMs: number
  /** The time for which a value that cannot be looked up again goes on. */
  readonly lastingMs: number
  /** How long a look-up may take before the value of before is given instead. */
  readonly timeoutMs: number
  /** The maximum number of values, and of negative entries. */
  readonly maxEntries: number
  /** The maximum number of concurrent look-ups of keys that are not cached; more are rejected as overload. */
  readonly maxMisses: number
  readonly isMiss: (value: Value) => boolean
}

type Entry<Value> = { readonly value: Value; readonly loadedAt: number }
type LookUp<Value> = { readonly loading: Promise<Value>; isLate: boolean }

/**
 * Caches values for a few seconds, and for much longer while the look-up fails (stale-if-error). Concurrent reads of
 * the same key share one look-up. Negative entries are stored apart, so that a flood of made-up keys pushes
 * out no real one, and they do not last.
 */
export class StaleIfErrorCache<Value> {
  readonly #options: StaleIfErrorCacheOptions<Value>
  readonly #values: LRUCache<string, Entry<Value>>
  readonly #misses: LRUCache<string, Entry<Value>>
  readonly #lookUps = new Map<string, LookUp<Value>>()

  constructor(options: StaleIfErrorCacheOptions<Value>) {
    this.#options = options
    // By a size of one each: a `max` would allocate the places of all entries at once.
    const limit = { maxSize: options.maxEntries, sizeCalculation: () => 1 }
    this.#values = new LRUCache(limit)
    this.#misses = new LRUCache(limit)
  }

  /** `now` is in milliseconds, always of one clock. */
  get(key: string, now: number, load: () => Promise<Value>): Value | Promise<Value> {
    const { maxAgeMs, refreshAfterMs, lastingMs } = this.#options
    const entry = this.#values.get(key) ?? this.#misses.get(key)
    const age = entry === undefined ? Number.POSITIVE_INFINITY : this.#ageOf(entry, now)
    if (entry !== undefined && age < refreshAfterMs) return entry.value
    const lookUp = this.#lookUp(key, now, load)
    if (entry === undefined) return lookUp.loading
    if (age < maxAgeMs) return entry.value
    const lasts = age < lastingMs && !this.#options.isMiss(entry.value)
    return lasts ? this.#inTime(lookUp, entry.value) : lookUp.loading
  }

  #lookUp(key: string, now: number, load: () => Promise<Value>): LookUp<Value> {
    const pending = this.#lookUps.get(key)
    if (pending !== undefined) return pending
    const isMiss = !this.#values.has(key)
    if (isMiss && this.#lookUps.size >= this.#options.maxMisses) return refused()
    const lookUp = { loading: load(), isLate: false }
    this.#lookUps.set(key, lookUp)
    lookUp.loading.then(
      (value) => {
        this.#lookUps.delete(key)
        this.#keep(key, { value, loadedAt: now })
      },
      // The callers that wait for it get the error; the others get the stale value.
      () => void this.#lookUps.delete(key),
    )
    return lookUp
  }

  /** One caller waits for a slow look-up; later ones get the stale value. */
  #inTime(lookUp: LookUp<Value>, before: Value): Value | Promise<Value> {
    if (lookUp.isLate) return before
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        lookUp.isLate = true
        resolve(before)
      }, this.#options.timeoutMs)
      const answer = (value: Value): void => {
        clearTimeout(timer)
        resolve(value)
      }
      lookUp.loading.then(answer, () => answer(before))
    })
  }

  #keep(key: string, entry: Entry<Value>): void {
    this.#values.delete(key)
    this.#misses.delete(key)
    const entries = this.#options.isMiss(entry.value) ? this.#misses : this.#values
    entries.set(key, entry)
  }

  #ageOf({ loadedAt }: Entry<Value>, now: number): number {
    const age = now - loadedAt
    // A clock that was set back makes nothing fresh for ever.
    return age >= 0 ? age : this.#options.maxAgeMs
  }
}

function refused(): LookUp<never> {
  const loading = Promise.reject(overloaded)
  // There may be no caller that waits for it.
  loading.catch(() => undefined)
  return { loading, isLate: false }
}
