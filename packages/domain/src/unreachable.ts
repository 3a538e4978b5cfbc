/** Ends a `switch` over a union: a case nobody handles is a compile error here, and throws if it gets in anyway. */
export function unreachable(it: never): never {
  throw new Error(`Unhandled case: ${String(it)}`)
}
