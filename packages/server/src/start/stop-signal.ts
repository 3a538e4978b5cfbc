const DEADLINE_MS = 29_000
/** A supervisor may signal a whole group, in which npm passes the signal on: that is one request to stop. */
const ECHO_MS = 1000

export type Stop = {
  /** Resolves with the signal when the process is asked to stop. */
  readonly asked: Promise<NodeJS.Signals>
  /** Aborted when it is asked once more: nobody wants to wait for what is still under way. */
  readonly hurry: AbortSignal
}

/**
 * Listens for the request to stop. From then on the process has 29 seconds: whoever asked may kill what is still there
 * after 30. `onTimeout` is called when that time is over, just before the process ends.
 */
export function stopSignal(onTimeout: () => void): Stop {
  const hurry = new AbortController()
  let askedAt: number | null = null
  const asked = new Promise<NodeJS.Signals>((resolve) => {
    function stop(signal: NodeJS.Signals): void {
      if (askedAt !== null) {
        if (performance.now() - askedAt > ECHO_MS) hurry.abort()
        return
      }
      askedAt = performance.now()
      setTimeout(() => {
        onTimeout()
        process.exit(1)
      }, DEADLINE_MS).unref()
      resolve(signal)
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  })
  return { asked, hurry: hurry.signal }
}
