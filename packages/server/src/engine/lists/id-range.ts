import { NIL, v7 } from 'uuid'

/** The smallest ID that is made in a millisecond: IDs begin with their time. */
export function firstIdOf(ms: number): string {
  return v7({ msecs: ms, seq: 0, random: new Uint8Array(16) })
}

/** The greatest ID that is made in a millisecond. */
export function lastIdOf(ms: number): string {
  return v7({ msecs: ms, seq: 2 ** 32 - 1, random: new Uint8Array(16).fill(0xff) })
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The records after one ID and up to another. */
export type IdRange = { readonly after: string; readonly until: string }

/** The records that were created from a time to a time, both inclusive; null is no limit. */
export function idsCreated(from: number | null, to: number | null): IdRange {
  return {
    after: from === null || from === 0 ? NIL : lastIdOf(from - 1),
    until: to === null ? LAST_ID : lastIdOf(to),
  }
}
