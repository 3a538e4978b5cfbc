/** Ends a `switch` over a union: an unhandled case is a compile error, and throws at run time. */
export function unreachable(it: never): never {
  throw new Error(`Unhandled case: ${String(it)}`)
}
