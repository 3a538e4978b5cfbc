import type { MerchantId } from '@goodword/domain/ids'

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
  const running = new Map<MerchantId, number>()
  let all = 0
  return {
    begin(merchantId) {
      const mine = running.get(merchantId) ?? 0
      if (mine >= ofMerchant) return { kind: 'merchant is at its limit' }
      if (all >= ofProcess) return { kind: 'process is at its limit' }
      all += 1
      running.set(merchantId, mine + 1)
      return { kind: 'begun', end: once(() => end(merchantId)) }
    },
  }

  function end(merchantId: MerchantId): void {
    all -= 1
    const rest = (running.get(merchantId) ?? 0) - 1
    if (rest > 0) running.set(merchantId, rest)
    else running.delete(merchantId)
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
