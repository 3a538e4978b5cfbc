/** What `work` answers; what it throws goes to the console, and no further. */
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
    // There is nobody left to tell.
  }
}
