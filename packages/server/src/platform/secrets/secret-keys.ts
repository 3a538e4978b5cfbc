import { databasePassword } from './derived-secret.ts'
import type { SecretKey } from './secret-key.ts'
import { secretKeyMark } from './secret-key-mark.ts'

/** Earlier secret keys of which something is still in use; the database holds them, encrypted under the current one. */
export type RetiredKeys = {
  /** Of the marks of erased people; null while they are those of the current key. */
  readonly ofMarks: SecretKey | null
  /** Of notification URLs that merchants may not have replaced yet at their payment processor. */
  readonly ofHooks: readonly SecretKey[]
  /** The mark of the key that a rotation leads away from, until it has ended. */
  readonly rotatingFrom: string | null
}

export const noRetiredKeys: RetiredKeys = { ofMarks: null, ofHooks: [], rotatingFrom: null }

/**
 * The secret keys that a process was given. The database decides which of them is the current one: what is stored is encrypted under
 * that, and all others only decrypt. So all processes change from one key to the next together, while each has both.
 */
export class SecretKeys {
  #given: readonly SecretKey[]
  #current: SecretKey
  #retired = noRetiredKeys

  /** The first is the one of `SECRET_KEY`, and the current one until the database says otherwise. */
  constructor(given: readonly [SecretKey, ...SecretKey[]]) {
    this.#given = given
    this.#current = given[0]
  }

  get current(): SecretKey {
    return this.#current
  }

  /** The one of `SECRET_KEY`: a rotation leads to it. */
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
