import { useEffect, useState } from 'react'

const PAUSE_MS = 400

/** The value once it has not changed for a moment: typed text is not sent letter by letter. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
