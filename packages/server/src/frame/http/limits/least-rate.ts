import { Refusal } from '@goodword/contract/frame/refusal'
import type { Clock } from '../../../engine/foundation/clock.ts'

export type LeastRate = {
  readonly bytesPerSecond: number
  /** The time for which a client that was fast enough so far may send nothing. */
  readonly graceMs: number
  readonly stopwatch: Clock
}

/**
 * Passes a file on as long as it arrives at this rate. Only the time counts for which the file is waited for: a client that is
 * held up because its file is still being stored is not slow.
 *
 * Throws a Refusal REQUEST_TIMEOUT for one that is slower.
 */
export async function* atLeastRate(
  file: AsyncIterable<Buffer>,
  { bytesPerSecond, graceMs, stopwatch }: LeastRate,
): AsyncGenerator<Buffer> {
  const chunks = file[Symbol.asyncIterator]()
  let leftMs = graceMs
  try {
    for (;;) {
      const askedAt = stopwatch.now()
      const next = await inTime(chunks.next(), leftMs, () => tooSlow(bytesPerSecond))
      if (next.done === true) return
      const waitedMs = stopwatch.now() - askedAt
      leftMs = Math.min(graceMs, leftMs - waitedMs + (next.value.length * 1000) / bytesPerSecond)
      if (leftMs <= 0) throw tooSlow(bytesPerSecond)
      yield next.value
    }
  } finally {
    // Not awaited: the file may never send another piece.
    void chunks.return?.()?.catch(() => undefined)
  }
}

function inTime<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function tooSlow(bytesPerSecond: number): Refusal {
  return new Refusal(
    'REQUEST_TIMEOUT',
    `The file arrived at less than ${bytesPerSecond / 1024} KiB per second. Send it again over a faster connection, or in smaller files.`,
  )
}
