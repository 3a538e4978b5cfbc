const DEADLINE_MS = 29_000

/**
 * Resolves when the process is asked to stop. From then on it has 29 seconds: whoever asked may kill what is still
 * there after 30.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    function stop(): void {
      setTimeout(() => {
        console.error('Stopping took too long; whatever was still open is cut off.')
        process.exit(1)
      }, DEADLINE_MS).unref()
      resolve()
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  })
}
