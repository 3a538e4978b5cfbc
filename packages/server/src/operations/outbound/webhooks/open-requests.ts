import { setTimeout as pause } from 'node:timers/promises'
import { stopwatch } from '../../../platform/clock.ts'

/** The requests to a receiver that are on their way, by the deliveries that they are for. */
export class OpenRequests<Id> {
  readonly #begun = new Map<Id, { readonly at: number; readonly ended: Promise<void> }>()
  #isStopped = false
  #failure: { readonly error: unknown } | null = null

  get count(): number {
    return this.#begun.size
  }

  /** Whether one of them has shown that no further one may be sent. */
  get isStopped(): boolean {
    return this.#isStopped || this.#failure !== null
  }

  /** What they are for, now. */
  ids(): ReadonlySet<Id> {
    return new Set(this.#begun.keys())
  }

  /** The milliseconds for which the oldest of them has been on its way. */
  longestMs(): number {
    const [oldest] = this.#begun.values()
    return oldest === undefined ? 0 : stopwatch.now() - oldest.at
  }

  /** Begins a request, which returns whether others may follow it. */
  begin(id: Id, request: () => Promise<boolean>): Promise<void> {
    const ended = request()
      .then((mayFollow) => {
        if (!mayFollow) this.#isStopped = true
      })
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => this.#begun.delete(id))
    this.#begun.set(id, { at: stopwatch.now(), ended })
    return ended
  }

  /** Resolves when one of them has ended, or after this time. */
  oneEnds(withinMs: number): Promise<void> {
    return within(withinMs, Promise.race(this.#ended()))
  }

  /** Resolves when all that are on their way now have ended, or after this time. */
  allEnd(withinMs: number): Promise<void> {
    return within(withinMs, Promise.all(this.#ended()))
  }

  /** Resolves when all have ended. Throws the first error of a request. */
  async finish(): Promise<void> {
    await Promise.all(this.#ended())
    if (this.#failure !== null) throw this.#failure.error
  }

  #ended(): Promise<void>[] {
    return [...this.#begun.values()].map((it) => it.ended)
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const abort = new AbortController()
  const limit = pause(ms, undefined, { signal: abort.signal }).catch(() => undefined)
  await Promise.race([work, limit])
  abort.abort()
}
