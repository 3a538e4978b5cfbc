/** The state of a write: a `FAILED` one was confirmed, and the API refused it. */
export type WriteState = 'WAITING' | 'CONFIRMED' | 'DONE' | 'REFUSED' | 'FAILED'

/** A write that an assistant asked for. It is carried out as it was stored, whatever is sent with the confirmation. */
export type PendingWrite = {
  readonly id: string
  readonly tool: string
  readonly input: unknown
  readonly state: WriteState
  /** Why the API refused it; null unless it is `FAILED`. */
  readonly errorCode: string | null
}

/** The writes of one assistant, from the request to the outcome. */
export type PendingWrites = {
  /**
   * Stores a write that a person is asked about. While the same one waits, it is returned instead.
   *
   * @param isAsking whether the client asks at once. If not, a write that was decided in the last hour is returned too: the
   * assistant then repeats its call to learn the outcome
   * @returns a sentence instead if no more may be requested now
   */
  readonly request: (tool: string, input: unknown, isAsking: boolean) => Promise<PendingWrite | string>
  readonly read: (id: string) => Promise<PendingWrite | null>
  /** Takes a write that waits, or whose work was cut off, as confirmed; null if it is neither. */
  readonly confirm: (id: string) => Promise<PendingWrite | null>
  readonly refuse: (id: string) => Promise<void>
  /** Notes that a confirmed write is done, or that the API refused it. */
  readonly finish: (id: string, errorCode: string | null) => Promise<void>
  /** Where a person confirms what the client cannot ask them; null if there is no such place. */
  readonly address: string | null
}

/** Pending writes in memory, for a process that serves one client, which asks its user. */
export function pendingWritesInMemory(): PendingWrites {
  const kept = new Map<string, PendingWrite>()
  const find = async (id: string) => kept.get(id) ?? null
  return {
    async request(tool, input) {
      const write = { id: crypto.randomUUID(), tool, input, state: 'WAITING', errorCode: null } as const
      kept.set(write.id, write)
      return write
    },
    read: find,
    confirm: find,
    async refuse(id) {
      kept.delete(id)
    },
    async finish(id) {
      kept.delete(id)
    },
    address: null,
  }
}
