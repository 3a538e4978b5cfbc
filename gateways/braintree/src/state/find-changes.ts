import type { Merchant } from '../model/merchant.ts'
import {
  type Change,
  type Entries,
  type Fields,
  fieldsOf,
  type MerchantOrSnapshot,
  mapNames,
  type State,
} from './change.ts'
import type { Snapshot } from './snapshots.ts'
import { WatchedMap } from './watched-map.ts'

type Known = {
  readonly merchant: Merchant
  readonly maps: readonly WatchedMap<object>[]
  /** The fields beside the maps, as they were written. */
  fields: string
}

/** Finds what changed since it was asked before. It replaces the merchants' maps by such that notice. */
export type ChangeFinder = {
  /** Assumes that the file has the given state, and nothing else. */
  readonly know: (stored: State) => void
  /**
   * Finds the changes. Fields beside the maps are compared for one merchant, or for all without one; changes in maps are
   * noticed. `written` removes the changes once they are written.
   */
  readonly find: (merchantId?: string) => {
    readonly changes: readonly Change[]
    readonly written: () => void
  }
}

export function createChangeFinder({ merchants, snapshots }: State, onChange: () => void): ChangeFinder {
  const knownMerchants = new Map<string, Known>()
  const knownSnapshots = new Map<string, Snapshot>()

  const watch = (merchant: Merchant): Known => {
    const maps = mapNames.map((name) => {
      const watched = new WatchedMap<object>(merchant[name], onChange)
      Object.assign(merchant, { [name]: watched })
      return watched
    })
    return { merchant, maps, fields: JSON.stringify(fieldsOf(merchant)) }
  }
  const isWhole = (known: Known | undefined, merchant: Merchant): known is Known =>
    known?.merchant === merchant && mapNames.every((name, index) => merchant[name] === known.maps[index])

  return {
    know(stored) {
      for (const merchant of stored.merchants.values()) knownMerchants.set(merchant.id, watch(merchant))
      for (const [key, snapshot] of snapshotsByKey(stored.snapshots)) knownSnapshots.set(key, snapshot)
    },
    find(merchantId) {
      const changes: Change[] = []
      const after: (() => void)[] = []
      for (const merchant of merchants.values()) {
        const known = knownMerchants.get(merchant.id)
        if (!isWhole(known, merchant)) {
          const begun = watch(merchant)
          changes.push(...wholeOf({ merchant: merchant.id }, merchant))
          after.push(() => knownMerchants.set(merchant.id, begun))
          continue
        }
        changes.push(...thingsOf(known))
        after.push(() => known.maps.forEach((map) => void map.forgetChanges()))
        if (merchantId !== undefined && merchantId !== merchant.id) continue
        const fields = JSON.stringify(fieldsOf(merchant))
        if (fields === known.fields) continue
        changes.push({ kind: 'fields', merchant: merchant.id, fields: fieldsOf(merchant) })
        after.push(() => Object.assign(known, { fields }))
      }
      for (const id of knownMerchants.keys()) {
        if (merchants.has(id)) continue
        changes.push({ kind: 'removed', merchant: id })
        after.push(() => knownMerchants.delete(id))
      }
      const kept = new Map(snapshotsByKey(snapshots))
      for (const [key, snapshot] of kept) {
        if (knownSnapshots.get(key) === snapshot) continue
        const { name, at, merchant } = snapshot
        changes.push(...wholeOf({ merchant: merchant.id, snapshot: name }, merchant, at))
        after.push(() => knownSnapshots.set(key, snapshot))
      }
      for (const [key, { name, merchant }] of knownSnapshots) {
        if (kept.has(key)) continue
        changes.push({ kind: 'removed', merchant: merchant.id, snapshot: name })
        after.push(() => knownSnapshots.delete(key))
      }
      return { changes, written: () => after.forEach((each) => void each()) }
    },
  }
}

/** All of a merchant, which takes the place of what there was. */
function* wholeOf(owner: MerchantOrSnapshot, merchant: Merchant, at?: number): Generator<Change> {
  yield begunOf(owner, fieldsOf(merchant), at)
  for (const map of mapNames) {
    const set: Entries = Array.from<readonly [string, object]>(merchant[map])
    if (set.length > 0) yield { kind: 'things', ...owner, map, set, deleted: [] }
  }
}

export function begunOf(owner: MerchantOrSnapshot, fields: Fields, at?: number): Change {
  return { kind: 'begun', ...owner, fields, ...(at !== undefined && { at }) }
}

function* thingsOf({ merchant, maps }: Known): Generator<Change> {
  for (const [index, map] of maps.entries()) {
    const name = mapNames[index]
    if (name === undefined || map.changed.size + map.deleted.size === 0) continue
    const set = Array.from(map.changed).flatMap((key): Entries => {
      const thing = map.get(key)
      return thing === undefined ? [] : [[key, thing]]
    })
    yield { kind: 'things', merchant: merchant.id, map: name, set, deleted: Array.from(map.deleted) }
  }
}

function* snapshotsByKey(snapshots: State['snapshots']): Generator<[string, Snapshot]> {
  for (const [id, named] of snapshots) {
    for (const [name, snapshot] of named) yield [JSON.stringify([id, name]), snapshot]
  }
}
