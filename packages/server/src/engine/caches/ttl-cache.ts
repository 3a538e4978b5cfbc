import { LRUCache } from 'lru-cache'
import type { Clock } from '../foundation/clock.ts'
import { overloaded } from '../foundation/load-shedding-error.ts'

export type TtlCacheOptions = {
  readonly clock: Clock
  readonly maxAgeMs: number
  /** The maximum number of values, and of negative entries. */
  readonly maxEntries: number
  /** The maximum number of concurrent look-ups of keys that are not cached; more are rejected as overload. */
  readonly maxMisses?: number
}

const MAX_MISSES = 500

type Entry<Value> = { readonly loadedAt: number; readonly loading: Promise<Value | null> }

/**
 * Caches values for a few seconds, also negative results. Negative entries are stored apart, so that a flood
 * of made-up keys pushes out no real one. Concurrent reads of the same key share one look-up; a failed one
 * is removed. Age counts from before the look-up, so that nothing is ever older than `maxAgeMs`. However many unknown
 * keys are read, those that were in use recently are looked up again at once.
 */
export class TtlCache<Value> {
  readonly #options: TtlCacheOptions
  readonly #values: LRUCache<string, Entry<Value>>
  readonly #misses: LRUCache<string, Entry<Value>>
  readonly #pending = new Map<string, Entry<Value>>()

  constructor(options: TtlCacheOptions) {
    this.#options = options
    // By a size of one each: a `max` would allocate the places of all entries at once.
    const limit = { maxSize: options.maxEntries, sizeCalculation: () => 1 }
    this.#values = new LRUCache(limit)
    this.#misses = new LRUCache(limit)
  }

  get(key: string, load: () => Promise<Value | null>): Promise<Value | null> {
    const known = this.#values.get(key) ?? this.#misses.get(key) ?? this.#pending.get(key)
    if (known !== undefined && this.#isFresh(known)) return known.loading
    const wasThere = this.#values.delete(key)
    this.#misses.delete(key)
    const { maxMisses = MAX_MISSES } = this.#options
    if (!wasThere && this.#pending.size >= maxMisses) return Promise.reject(overloaded)
    const entry = { loadedAt: this.#options.clock.now(), loading: load() }
    this.#pending.set(key, entry)
    this.#file(key, entry)
    return entry.loading
  }

  /** Moves a look-up to where its answer belongs. */
  #file(key: string, entry: Entry<Value>): void {
    const settle = (): boolean => {
      // A later look-up of the same key may have taken its place.
      const isCurrent = this.#pending.get(key) === entry
      if (isCurrent) this.#pending.delete(key)
      return isCurrent
    }
    entry.loading.then(
      (value) => {
        if (settle()) (value === null ? this.#misses : this.#values).set(key, entry)
      },
      () => void settle(),
    )
  }

  #isFresh({ loadedAt }: Entry<Value>): boolean {
    const age = this.#options.clock.now() - loadedAt
    // A clock that was set back makes nothing fresh for ever.
    return age >= 0 && age < this.#options.maxAgeMs
  }
}
