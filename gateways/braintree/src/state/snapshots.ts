import type { Merchant } from '../model/merchant.ts'

/** A merchant as it was. */
export type Snapshot = {
  readonly name: string
  /** The merchant's time then. */
  readonly at: number
  readonly merchant: Merchant
}

/** The snapshots by merchant, and then by name. */
export type Snapshots = Map<string, Map<string, Snapshot>>

export function snapshotsOf(snapshots: Snapshots, { id }: Pick<Merchant, 'id'>): Map<string, Snapshot> {
  const found = snapshots.get(id) ?? new Map<string, Snapshot>()
  snapshots.set(id, found)
  return found
}

/** Keeps a merchant as it is; one of the same name is overwritten. */
export function takeSnapshot(snapshots: Snapshots, merchant: Merchant, name: string, at: number): Snapshot {
  const snapshot = { name, at, merchant: structuredClone(merchant) }
  snapshotsOf(snapshots, merchant).set(name, snapshot)
  return snapshot
}

/**
 * Makes a merchant what another was, who may be made of the same fixture or be the same in former times. The merchant stays
 * the same object, as the work under way has hold of it. A clock that ran goes on from where it stood.
 */
export function overwrite(merchant: Merchant, by: Merchant, at: number, machineNow: number): void {
  const runsSince = by.clock.runsSince === null ? null : machineNow
  Object.assign(merchant, structuredClone(by), { clock: { at, runsSince } })
}
