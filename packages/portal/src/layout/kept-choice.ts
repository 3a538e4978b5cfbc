/** A choice that is kept in this browser; null without one, and without storage. */
export function keptChoice(name: 'program' | 'theme'): string | null {
  try {
    return localStorage.getItem(`goodword-${name}`)
  } catch {
    return null
  }
}

/** Keeps a choice. Without storage a theme holds until the page is left, and the portal opens with the first program. */
export function keepChoice(name: 'program' | 'theme', value: string): void {
  try {
    localStorage.setItem(`goodword-${name}`, value)
  } catch {
    // There is nothing to keep it in.
  }
}
