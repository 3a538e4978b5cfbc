/** The result of `work`; errors are logged to the console and not thrown. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    warn(error)
  }
}

/** Warns the page's developer, who may have replaced the console too. */
export function warn(problem: unknown): void {
  try {
    console.warn('Goodword:', problem)
  } catch {
    // The error cannot be reported anywhere else.
  }
}
