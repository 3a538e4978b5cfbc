import type { Clock } from './clock.ts'

export type TokenBucketOptions = {
  /** A monotonic clock in milliseconds. */
  readonly stopwatch: Clock
  readonly perSecond: number
  /** The capacity of a bucket, which is its initial number of tokens. */
  readonly burst: number
  /** The maximum number of buckets, within a factor of two. */
  readonly maxBuckets: number
}

/** How much was missing to a full bucket at a moment. */
type Bucket = { missing: number; at: number }

/**
 * A token bucket per key. A bucket that was not used for as long as an empty one takes to fill is full, and
 * can be dropped: buckets are kept in two generations, and the older one is dropped as a whole. Beyond `maxBuckets` it is
 * dropped early, which allows more requests, not fewer.
 */
export class TokenBuckets {
  readonly #options: TokenBucketOptions
  readonly #fillMs: number
  #recent = new Map<string, Bucket>()
  #older = new Map<string, Bucket>()
  #turnedAt: number

  constructor(options: TokenBucketOptions) {
    this.#options = options
    this.#fillMs = (options.burst * 1000) / options.perSecond
    this.#turnedAt = options.stopwatch.now()
  }

  /** Takes tokens, and returns the remaining number; if it is below 0, none was taken, and that many were missing. */
  take(key: string, tokens = 1): number {
    const { stopwatch, perSecond, burst } = this.#options
    const now = stopwatch.now()
    const bucket = this.#bucketOf(key, now)
    bucket.missing = Math.max(0, bucket.missing - ((now - bucket.at) * perSecond) / 1000)
    bucket.at = now
    const left = burst - bucket.missing - tokens
    if (left >= 0) bucket.missing += tokens
    return left
  }

  /** How many buckets are remembered. */
  get size(): number {
    return this.#recent.size + this.#older.size
  }

  #bucketOf(key: string, now: number): Bucket {
    if (now - this.#turnedAt >= this.#fillMs || this.#recent.size >= this.#options.maxBuckets) {
      this.#older = this.#recent
      this.#recent = new Map()
      this.#turnedAt = now
    }
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const bucket = this.#older.get(key) ?? { missing: 0, at: now }
    this.#older.delete(key)
    this.#recent.set(key, bucket)
    return bucket
  }
}
