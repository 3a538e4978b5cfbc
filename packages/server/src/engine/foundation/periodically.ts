/**
 * Does the work now and then again and again, never twice at a time; returns how to end it. A work that fails is
 * reported and tried again a period later. It should end soon after its signal is aborted.
 */
export function periodically(
  periodMs: number,
  work: (signal: AbortSignal) => Promise<void>,
  report: (error: unknown) => void,
): () => Promise<void> {
  const end = new AbortController()
  let running: Promise<void> | null = null

  function start(): void {
    running ??= work(end.signal)
      .catch(report)
      .finally(() => {
        running = null
      })
  }

  start()
  const timer = setInterval(start, periodMs)
  // The timer does not keep the process alive.
  timer.unref()
  return async () => {
    clearInterval(timer)
    end.abort()
    await running
  }
}
