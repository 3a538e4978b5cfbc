/** The options of every call beside its parameters. */
export type CallOptions = {
  /** Ends the call, its waits and an iteration; the call then rejects with the signal's reason. */
  readonly signal?: Signal | undefined
  /** Timeout of one attempt of this call, instead of the client's. */
  readonly timeoutMs?: number | undefined
  /** Maximum number of retries of this call, instead of the client's; 0 disables them. */
  readonly retries?: number | undefined
}

// The package is written for no platform in particular; this is of every browser and of Node since 20.

/** The standard `AbortSignal`, where the platform's types are known. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Standard } }
  ? Standard
  : object

/** The fields of a signal that the client reads. */
export type SignalState = Signal & {
  readonly aborted: boolean
  readonly reason: unknown
  readonly addEventListener: (type: 'abort', run: () => void) => void
  readonly removeEventListener: (type: 'abort', run: () => void) => void
}
