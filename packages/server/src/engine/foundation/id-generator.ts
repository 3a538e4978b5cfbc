import { randomFillSync, randomInt } from 'node:crypto'
import { v7 } from 'uuid'

/** Creates IDs of rows: uuids of version 7, in the order of their creation. */
export type IdGenerator = {
  /** A new id whose time is `nowMs`, of the tenant's clock. The type argument is the kind of ID. */
  readonly make: <Id extends string>(nowMs: number) => Id
}

const RANDOM_BYTES = 16

/** A sequence number of 32 bits keeps ids of one millisecond in order; it starts at a random number, so that processes differ. */
export function createIdGenerator(): IdGenerator {
  // Random bytes are fetched once for many IDs: one system call for each would take longer than the rest.
  const pool = new Uint8Array(RANDOM_BYTES * 256)
  let position = pool.length
  let seq = randomInt(2 ** 31)
  return {
    make: <Id extends string>(msecs: number) => {
      if (position === pool.length) {
        randomFillSync(pool)
        position = 0
      }
      const random = pool.subarray(position, position + RANDOM_BYTES)
      position += RANDOM_BYTES
      seq = (seq + 1) % 2 ** 32
      return v7({ msecs, seq, random }) as Id
    },
  }
}
