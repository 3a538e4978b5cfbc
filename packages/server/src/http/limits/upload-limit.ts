import { Refusal } from '@goodword/contract/refusal'
import type { MerchantId } from '@goodword/domain/values/ids'
import type { Clock } from '../../platform/clock.ts'
import { overloaded } from '../../platform/load-shedding-error.ts'
import { atLeastRate } from './least-rate.ts'
import type { LoadShedding } from './load-shedding.ts'
import type { TransferSlots } from './transfer-slots.ts'

/** A slower client keeps its place from others for too long. */
const MIN_UPLOAD_BYTES_PER_SECOND = 16 * 1024
/** How long a client that was fast enough so far may pause. */
const GRACE_MS = 15_000
const RETRY_AFTER_SECONDS = 10

export type UploadLimit = {
  /** @throws Refusal TOO_MANY_REQUESTS for a merchant at its limit; Overloaded when the process is */
  readonly admit: (merchantId: MerchantId) => () => void
  /** Does the work of a request that brings a file. It counts as in flight except while it waits for the client. */
  readonly run: <Result>(
    owner: { readonly merchantId: MerchantId },
    file: AsyncIterable<Buffer>,
    task: (file: AsyncIterable<Buffer>) => Promise<Result>,
  ) => Promise<Result>
}

export function createUploadLimit(
  slots: TransferSlots,
  loadShedding: LoadShedding,
  stopwatch: Clock,
): UploadLimit {
  return {
    admit(merchantId) {
      loadShedding.rejectIfOverloaded(merchantId, 'tracking')
      const slot = slots.begin(merchantId)
      if (slot.kind === 'begun') return slot.end
      throw slot.kind === 'merchant is at its limit' ? tooManyUploads() : overloaded
    },
    async run({ merchantId }, file, task) {
      let end: (() => void) | null = loadShedding.begin(merchantId)
      const pause = (): void => {
        end?.()
        end = null
      }
      const resume = (): void => {
        end ??= loadShedding.begin(merchantId)
      }
      const minimum = { bytesPerSecond: MIN_UPLOAD_BYTES_PER_SECOND, graceMs: GRACE_MS, stopwatch }
      try {
        return await task(pausing(atLeastRate(file, minimum), pause, resume))
      } finally {
        pause()
      }
    },
  }
}

/** Passes a file on, and says when it is waited for and when its next piece has come. */
async function* pausing(
  file: AsyncIterable<Buffer>,
  pause: () => void,
  resume: () => void,
): AsyncGenerator<Buffer> {
  try {
    pause()
    for await (const chunk of file) {
      resume()
      yield chunk
      pause()
    }
  } finally {
    resume()
  }
}

function tooManyUploads(): Refusal {
  return new Refusal(
    'TOO_MANY_REQUESTS',
    'As many files of this merchant are being received as may be at a time. Wait until one of them has arrived, then send this one.',
    null,
    RETRY_AFTER_SECONDS,
  )
}
