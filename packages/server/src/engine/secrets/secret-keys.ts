import { type Clock, stopwatch } from '../foundation/clock.ts'
import { databasePassword } from './derived-secret.ts'
import { type SecretKey, SecretKeyError } from './secret-key.ts'
import { secretKeyMark } from './secret-key-mark.ts'

/** Earlier secret keys of which something is still in use; the database holds them, encrypted under the current one. */
export type RetiredKeys = {
  /** The key of the marks of erased people; null while it is the current one. */
  readonly ofMarks: SecretKey | null
  /** The keys of notification URLs that merchants may not have replaced yet at their payment processor. */
  readonly ofHooks: readonly SecretKey[]
  /** The mark of the key that a rotation leads away from, until it has ended. */
  readonly rotatingFrom: string | null
}

export const noRetiredKeys: RetiredKeys = { ofMarks: null, ofHooks: [], rotatingFrom: null }

/** How often keys are read again because one is missing. */
const READ_AGAIN_MS = 1000

/**
 * The secret keys that a process was given. The database decides which of them is the current one: what is stored is encrypted under
 * that, and all others only decrypt. So all processes change from one key to the next together, while each has both.
 */
export class SecretKeys {
  #given: readonly SecretKey[]
  #current: SecretKey
  #retired = noRetiredKeys
  #readAt = Number.NEGATIVE_INFINITY
  readonly #read: (() => readonly SecretKey[]) | null
  readonly #clock: Clock

  /**
   * The first is the one of `SECRET_KEY`, and the current one until the database says otherwise. `read` reads them anew where they
   * are in files.
   */
  constructor(
    given: readonly [SecretKey, ...SecretKey[]],
    read: (() => readonly SecretKey[]) | null = null,
    clock: Clock = stopwatch,
  ) {
    this.#given = given
    this.#current = given[0]
    this.#read = read
    this.#clock = clock
  }

  get current(): SecretKey {
    return this.#current
  }

  /** The key of `SECRET_KEY`: a rotation leads to it. */
  get first(): SecretKey {
    return this.#given[0] ?? this.#current
  }

  /** All that were given, the current one first. */
  get all(): readonly SecretKey[] {
    return [this.#current, ...this.#given.filter((it) => !it.equals(this.#current))]
  }

  get retired(): RetiredKeys {
    return this.#retired
  }

  /** The key of a mark; null if it was not given. */
  withMark(mark: string): SecretKey | null {
    return this.#given.find((it) => secretKeyMark(it) === mark) ?? null
  }

  /** Replaces those that were given, as when their file changed. The current one stays in use until `use` names another. */
  give(given: readonly SecretKey[]): void {
    if (given.length > 0) this.#given = given
  }

  /**
   * Reads the keys again because one is missing: a rotation makes it in a file, and another process uses it at once. Returns
   * whether they were read; at most once a second, because values that are encrypted under a lost key stay so.
   */
  readAgain(): boolean {
    const now = this.#clock.now()
    if (this.#read === null || now - this.#readAt < READ_AGAIN_MS) return false
    this.#readAt = now
    try {
      this.give(this.#read())
      return true
    } catch (error) {
      // The periodic read of the keys reports this error.
      if (error instanceof SecretKeyError) return false
      throw error
    }
  }

  /** Makes a key that was given the current one. */
  use(current: SecretKey, retired: RetiredKeys): void {
    this.#current = current
    this.#retired = retired
  }

  /** Passwords of the role that the service made for itself, by the order in which they are to be tried. */
  databasePasswords(): readonly string[] {
    return this.all.map(databasePassword)
  }
}
