import { useState } from 'react'

const REFRESH_MS = 2000

/**
 * Reads again and again while something runs: `const running = useWhileRunning()`, `refreshMs: running.refreshMs`, and
 * `running.saw(isAnyRunning)` after each read.
 */
export function useWhileRunning() {
  const [isRunning, setRunning] = useState(true)
  return {
    refreshMs: isRunning ? REFRESH_MS : (false as const),
    saw: (isAnyRunning: boolean) => {
      if (isAnyRunning !== isRunning) setRunning(isAnyRunning)
    },
  }
}

export function isUnfinished({ state }: { readonly state: string }): boolean {
  return state === 'PENDING' || state === 'RUNNING'
}
