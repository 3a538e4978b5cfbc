const KEY = 'goodword-program'

/** The program and mode that was shown last in this browser. */
export function readLastTenant(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function keepLastTenant(alias: string): void {
  try {
    localStorage.setItem(KEY, alias)
  } catch {
    // Without storage the portal opens with the first program.
  }
}
