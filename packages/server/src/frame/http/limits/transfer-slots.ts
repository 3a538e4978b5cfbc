import type { MerchantId } from '@goodword/domain/values/ids'
import { KeyedCounts } from '../../../engine/foundation/keyed-counts.ts'

/** How many transfers may run at a time: in the process, and of one merchant, in both modes of all its programs. */
export type TransferLimits = { readonly ofProcess: number; readonly ofMerchant: number }

/** A place of a running transfer, or whose limit is reached. */
export type TransferSlot =
  | { readonly kind: 'begun'; readonly end: () => void }
  | { readonly kind: 'merchant is at its limit' }
  | { readonly kind: 'process is at its limit' }

/** Bounds how many files move at a time: each holds a part of its file in memory for as long as its client is slow. */
export type TransferSlots = { readonly begin: (merchantId: MerchantId) => TransferSlot }

export function createTransferSlots({ ofProcess, ofMerchant }: TransferLimits): TransferSlots {
  const running = new KeyedCounts<MerchantId>()
  let all = 0
  return {
    begin(merchantId) {
      if (running.of(merchantId) >= ofMerchant) return { kind: 'merchant is at its limit' }
      if (all >= ofProcess) return { kind: 'process is at its limit' }
      all += 1
      running.add(merchantId, 1)
      return { kind: 'begun', end: once(() => end(merchantId)) }
    },
  }

  function end(merchantId: MerchantId): void {
    all -= 1
    running.add(merchantId, -1)
  }
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}
