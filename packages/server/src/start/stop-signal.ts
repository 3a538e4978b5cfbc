const DEADLINE_MS = 29_000
/** A supervisor may signal a whole group, in which npm passes the signal on: that is one request to stop. */
const ECHO_MS = 1000

export type Stop = {
  /** Resolves with the first stop signal. */
  readonly received: Promise<NodeJS.Signals>
  /** Aborted by a second signal, which forces the shutdown. */
  readonly force: AbortSignal
}

/**
 * Listens for stop signals. After the first one the process has 29 seconds, because supervisors usually kill it
 * after 30. `onTimeout` is called when this time is over, just before the process exits.
 */
export function stopSignal(onTimeout: () => void): Stop {
  const force = new AbortController()
  let signalledAt: number | null = null
  const received = new Promise<NodeJS.Signals>((resolve) => {
    function stop(signal: NodeJS.Signals): void {
      if (signalledAt !== null) {
        if (performance.now() - signalledAt > ECHO_MS) force.abort()
        return
      }
      signalledAt = performance.now()
      setTimeout(() => {
        onTimeout()
        process.exit(1)
      }, DEADLINE_MS).unref()
      resolve(signal)
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  })
  return { received, force: force.signal }
}
