import { randomFillSync } from 'node:crypto'
import { uuidV7 } from '@goodword/domain/ids'

/** Makes keys of rows: uuids of version 7, in the order in which they were made. */
export type IdGenerator = {
  /** A new key whose time is `nowMs`, of the tenant's clock. The caller says what kind of key it is. */
  readonly make: <Key extends string>(nowMs: number) => Key
}

const RANDOM_BYTES = 10
const POOL_SIZE = RANDOM_BYTES * 400
const COUNTER_VALUES = 2 ** 18

/**
 * A counter stands before the random bits, so that keys of one millisecond keep their order: 18 bits of counter and 56
 * of chance beside the time.
 */
export function createIdGenerator(): IdGenerator {
  const pool = new Uint8Array(POOL_SIZE)
  let position = POOL_SIZE
  let counter = 0
  let lastMs = 0

  function make<Key extends string>(nowMs: number): Key {
    if (position === POOL_SIZE) {
      randomFillSync(pool)
      position = 0
    }
    const random = pool.slice(position, position + RANDOM_BYTES)
    position += RANDOM_BYTES
    // The counter goes round between two milliseconds, never within one: there, the next key would sort first.
    if (nowMs !== lastMs && counter > COUNTER_VALUES / 2) counter = 0
    lastMs = nowMs
    counter = (counter + 1) % COUNTER_VALUES
    random.set([counter >> 14, (counter >> 6) & 0xff, counter & 0x3f])
    return uuidV7(nowMs, random) as Key
  }
  return { make }
}
