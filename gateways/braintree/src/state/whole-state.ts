import type { Merchant } from '../model/merchant.ts'
import {
  type Change,
  type Entries,
  fieldsOf,
  type MerchantOrSnapshot,
  mapNames,
  type State,
} from './change.ts'
import { begunOf } from './find-changes.ts'
import { WatchedMap } from './watched-map.ts'

/** The number of things that are written at once: a few milliseconds of work. */
const PIECE = 100

/**
 * All of a state, piece by piece. It may change between two pieces: the caller writes the changes made meanwhile after
 * them, and each change has all of the thing that changed.
 */
export function* wholeState({ merchants, snapshots }: State): Generator<readonly Change[]> {
  for (const merchant of Array.from(merchants.values())) yield* piecesOf({ merchant: merchant.id }, merchant)
  for (const [id, named] of Array.from(snapshots)) {
    for (const { name, at, merchant } of Array.from(named.values())) {
      yield* piecesOf({ merchant: id, snapshot: name }, merchant, at)
    }
  }
}

function* piecesOf(owner: MerchantOrSnapshot, merchant: Merchant, at?: number): Generator<readonly Change[]> {
  yield [begunOf(owner, fieldsOf(merchant), at)]
  for (const map of mapNames) {
    let set: (readonly [string, object])[] = []
    for (const entry of thingsOf(merchant[map])) {
      set.push(entry)
      if (set.length < PIECE) continue
      yield [thingsChange(owner, map, set)]
      set = []
    }
    if (set.length > 0) yield [thingsChange(owner, map, set)]
  }
}

function thingsOf(map: ReadonlyMap<string, object>): Iterable<[string, object]> {
  return map instanceof WatchedMap ? map.things() : map
}

function thingsChange(owner: MerchantOrSnapshot, map: (typeof mapNames)[number], set: Entries): Change {
  return { kind: 'things', ...owner, map, set, deleted: [] }
}
