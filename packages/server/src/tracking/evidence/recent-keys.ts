import type { AccountId } from '@goodword/domain/values/ids'
import { LRUCache } from 'lru-cache'

const DAY_MS = 86_400_000
const MAX_KEYS = 100_000

/**
 * The keys with which this process saw accounts, and stored that, within a day: their stored rows are written once a
 * day, so a call that has no others need not be written. A key names no other tenant's.
 */
export class RecentKeys {
  readonly #seen = new LRUCache<string, number>({ max: MAX_KEYS })

  has(account: AccountId, key: string, now: number): boolean {
    const at = this.#seen.get(`${key}${account}`)
    return at !== undefined && now >= at && now < at + DAY_MS
  }

  add(account: AccountId, key: string, now: number): void {
    const entry = `${key}${account}`
    const at = this.#seen.get(entry)
    // A key that was seen within the day was not written again.
    if (at === undefined || now < at || now >= at + DAY_MS) this.#seen.set(entry, now)
  }
}

export function recentKeys(): RecentKeys {
  return new RecentKeys()
}
