import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { atMost } from '../../engine/foundation/at-most.ts'

export const MIN_PASSWORD = 12
export const MAX_PASSWORD = 128

/** argon2id with the parameters that OWASP recommends: 19 MiB of memory, two passes. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each takes a processor for some ten milliseconds: the other half of them is left to other requests. */
const inTurn = atMost(Math.max(1, Math.floor(availableParallelism() / 2)))

/** How passwords are stored and compared. */
export const passwordHashing = {
  hash: (password: string): Promise<string> => inTurn(() => hash(password, parameters)),
  verify: ({ hash: stored, password }: { hash: string; password: string }): Promise<boolean> =>
    inTurn(() => verify(stored, password)),
}
