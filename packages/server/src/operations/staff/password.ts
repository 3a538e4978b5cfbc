import { hash, verify } from '@node-rs/argon2'

export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 128

/** argon2id with the parameters that OWASP recommends: 19 MiB of memory, two passes. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** How passwords are stored and compared. */
export const passwordHashing = {
  hash: (password: string): Promise<string> => hash(password, parameters),
  verify: ({ hash: stored, password }: { hash: string; password: string }): Promise<boolean> =>
    verify(stored, password),
}
