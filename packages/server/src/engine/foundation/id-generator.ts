import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'
import { takeRandomBytes } from './random.ts'

/** Creates IDs of rows: uuids of version 7, in the order of their creation. */
export type IdGenerator = {
  /** A new id whose time is `nowMs`, of the tenant's clock. The type argument is the kind of ID. */
  readonly make: <Id extends string>(nowMs: number) => Id
}

/** A sequence number of 32 bits keeps ids of one millisecond in order; it starts at a random number, so that processes differ. */
export function createIdGenerator(): IdGenerator {
  let seq = randomInt(2 ** 31)
  return {
    make: <Id extends string>(msecs: number) => {
      seq = (seq + 1) % 2 ** 32
      return v7({ msecs, seq, random: takeRandomBytes() }) as Id
    },
  }
}
