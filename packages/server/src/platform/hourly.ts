const HOUR_MS = 3_600_000

/**
 * Does the work now and every hour, never twice at a time; answers how to end it. A work that fails is reported and
 * tried again an hour later. It should end soon after its signal is aborted.
 */
export function hourly(
  work: (signal: AbortSignal) => Promise<void>,
  report: (error: unknown) => void,
): () => Promise<void> {
  const end = new AbortController()
  let underWay: Promise<void> | null = null

  function start(): void {
    underWay ??= work(end.signal)
      .catch(report)
      .finally(() => {
        underWay = null
      })
  }

  start()
  const timer = setInterval(start, HOUR_MS)
  // Nobody waits for the next hour to end the process.
  timer.unref()
  return async () => {
    clearInterval(timer)
    end.abort()
    await underWay
  }
}
