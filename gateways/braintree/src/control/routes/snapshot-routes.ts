import { ControlError, notThere } from '@goodword/sandbox/control/control-error'
import { checkIdle } from '@goodword/sandbox/control/move-clock'
import { clockSummary, isoOf } from '@goodword/sandbox/control/summaries'
import { nowOf } from '../../gateway.ts'
import type { Merchant } from '../../model/merchant.ts'
import { overwrite, type Snapshot, snapshotsOf, takeSnapshot } from '../../state/snapshots.ts'
import { type Control, type ControlRoute, ofAccount } from '../control-route.ts'

const MAX_SNAPSHOTS = 50

export const snapshotRoutes: readonly ControlRoute[] = [
  ofAccount('GET', '/snapshots', {
    handle: ({ control, account: merchant }) => ({
      items: Array.from(snapshotsOf(control.snapshots, merchant).values(), snapshotSummary),
    }),
  }),
  ofAccount('PUT', '/snapshots/:name', {
    handle: ({ control, account: merchant, path }) =>
      snapshotSummary(keepSnapshot(control, merchant, path.name)),
  }),
  ofAccount('POST', '/snapshots/:name/restore', {
    handle: ({ control, account: merchant, path }) => {
      restoreSnapshot(control, merchant, path.name)
      return clockSummary(control.gateway, merchant)
    },
  }),
  ofAccount('DELETE', '/snapshots/:name', {
    handle: ({ control, account: merchant, path }) =>
      snapshotSummary(removeSnapshot(control, merchant, path.name)),
  }),
  ofAccount('POST', '/reset', {
    handle: ({ control, account: merchant }) => {
      resetMerchant(control, merchant)
      return clockSummary(control.gateway, merchant)
    },
  }),
]

/** @throws {ControlError} */
export function keepSnapshot(
  { gateway, snapshots, changed }: Control,
  merchant: Merchant,
  name = '',
): Snapshot {
  checkIdle(merchant)
  if (!/^[\w .-]{1,64}$/.test(name)) {
    const message = 'A snapshot’s name has 1 to 64 letters, digits, spaces, ".", "-" and "_".'
    throw new ControlError('INVALID', message)
  }
  const kept = snapshotsOf(snapshots, merchant)
  if (kept.size >= MAX_SNAPSHOTS && !kept.has(name)) {
    throw new ControlError('CONFLICT', `There are ${MAX_SNAPSHOTS} snapshots; remove one first.`)
  }
  changed()
  return takeSnapshot(snapshots, merchant, name, nowOf(gateway, merchant))
}

/** Restores the merchant from a snapshot, which stays. @throws {ControlError} */
export function restoreSnapshot(control: Control, merchant: Merchant, name = ''): void {
  checkIdle(merchant)
  const snapshot = findSnapshot(control, merchant, name)
  overwrite(merchant, snapshot.merchant, snapshot.at, control.gateway.machineNow())
  control.changed()
}

/** @throws {ControlError} */
export function removeSnapshot(control: Control, merchant: Merchant, name = ''): Snapshot {
  const snapshot = findSnapshot(control, merchant, name)
  snapshotsOf(control.snapshots, merchant).delete(name)
  return snapshot
}

/** Resets the merchant to its fixture. Snapshots stay. @throws {ControlError} */
export function resetMerchant({ gateway, fixtures, changed }: Control, merchant: Merchant): void {
  checkIdle(merchant)
  const fixture = fixtures.get(merchant.id)
  if (fixture === undefined) {
    const message = `There are no fixtures for ${merchant.id}: it was loaded from the state file.`
    throw new ControlError('CONFLICT', message)
  }
  const machineNow = gateway.machineNow()
  const fresh = fixture(machineNow)
  overwrite(merchant, fresh, fresh.clock.at, machineNow)
  changed()
}

function findSnapshot({ snapshots }: Control, merchant: Merchant, name = ''): Snapshot {
  const snapshot = snapshotsOf(snapshots, merchant).get(name)
  if (snapshot === undefined) throw notThere(`snapshot ${name}`)
  return snapshot
}

function snapshotSummary({ name, at }: Snapshot) {
  return { name, at: isoOf(at) }
}
