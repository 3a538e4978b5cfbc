import { createContext, useCallback, useContext } from 'react'

/** The milliseconds by which the clock of the program is ahead of this machine's; 0 but for test programs. */
export const ClockAhead = createContext(0)

/** The time of the program: `const now = useNow()`, then `now()`. */
export function useNow(): () => number {
  const aheadMs = useContext(ClockAhead)
  return useCallback(() => Date.now() + aheadMs, [aheadMs])
}
