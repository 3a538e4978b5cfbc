import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, type Client, type EventEnvelope } from '@goodword/client'

const POLL_MS = 1000
const MAX_WAIT_MS = 15_000
const PAGE = 100

/** The cursor after the newest event. */
export async function newestCursor(client: Client, signal?: AbortSignal): Promise<string> {
  // A page that is not full ends with the feed, and test events, which go to one receiver, are not in it.
  const { nextCursor } = await client.listEvents({ query: { type: 'test', limit: 1 }, signal })
  return nextCursor
}

export type FeedPage = { readonly events: readonly EventEnvelope[]; readonly cursor: string }

export type FollowOptions = {
  /** Null starts with the oldest event that is kept. */
  readonly cursor: string | null
  readonly signal: AbortSignal
  /** How many events the next page may have at most; 100 without it. */
  readonly pageSize?: () => number
  /** Called when the service cannot be reached, and with null when it is again. */
  readonly onOutage: (failure: ApiError | null) => void
}

/** Follows the feed until the signal is aborted; an outage of the service is waited for. */
export async function* followFeed(
  client: Client,
  { cursor: start, signal, pageSize = () => PAGE, onOutage }: FollowOptions,
): AsyncGenerator<FeedPage> {
  let cursor = start
  let failures = 0
  for (;;) {
    try {
      const limit = Math.min(pageSize(), PAGE)
      const query = { limit, ...(cursor === null ? {} : { after: cursor }) }
      const page = await client.listEvents({ query, signal, retries: 0 })
      if (failures > 0) onOutage(null)
      failures = 0
      cursor = page.nextCursor
      if (page.events.length > 0) yield { events: page.events, cursor }
      if (page.events.length < limit) await pause(POLL_MS, undefined, { signal })
    } catch (error) {
      signal.throwIfAborted()
      if (!isOutage(error)) throw error
      if (failures === 0) onOutage(error)
      failures += 1
      const wait = Math.max((error.retryAfterSeconds ?? 0) * 1000, POLL_MS * 2 ** Math.min(failures - 1, 4))
      await pause(Math.min(wait, MAX_WAIT_MS), undefined, { signal })
    }
  }
}

function isOutage(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false
  return error.code === 'NO_ANSWER' || [429, 500, 502, 503, 504].includes(error.status ?? 0)
}

/** Waits for an event of the feed; null if it has not come within the time. */
export async function findEvent(
  client: Client,
  cursor: string,
  isWanted: (event: EventEnvelope) => boolean,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<EventEnvelope | null> {
  const limit = AbortSignal.timeout(timeoutMs)
  const either = AbortSignal.any([signal, limit])
  try {
    for await (const { events } of followFeed(client, {
      cursor,
      signal: either,
      onOutage: () => undefined,
    })) {
      const found = events.find(isWanted)
      if (found !== undefined) return found
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!limit.aborted) throw error
  }
  return null
}
