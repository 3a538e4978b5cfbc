import type { TenantId } from '@goodword/domain/ids'

/** Bounds how many downloads run at a time: each holds a part of a file in memory, for as long as its client is slow. */
export type DownloadLimit = {
  /** Returns how to end the download; null if no more may run. */
  readonly begin: (tenantId: TenantId) => (() => void) | null
}

/** Of this process, and of a tenant in it. */
type Most = { readonly ofProcess: number; readonly ofTenant: number }

export function createDownloadLimit({ ofProcess, ofTenant }: Most): DownloadLimit {
  const running = new Map<TenantId, number>()
  let all = 0
  return {
    begin(tenantId) {
      const mine = running.get(tenantId) ?? 0
      if (all >= ofProcess || mine >= ofTenant) return null
      all += 1
      running.set(tenantId, mine + 1)
      return () => {
        all -= 1
        const rest = (running.get(tenantId) ?? 0) - 1
        if (rest > 0) running.set(tenantId, rest)
        else running.delete(tenantId)
      }
    },
  }
}
