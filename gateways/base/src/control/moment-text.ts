/** A moment as the ledger writes it: `2026-01-31 12:00`. */
export function momentText(moment: number | null): string {
  return moment === null ? '–' : new Date(moment).toISOString().slice(0, 16).replace('T', ' ')
}

/** Writes a moment with the day of the week, for the clock. */
export function weekdayOf(moment: number): string {
  return new Date(moment).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' })
}
