/** How the page around the widget looks, as its browser computes it. */
export type PageLook = {
  /** Background colors of the elements around the frame, the nearest first. */
  readonly backgrounds: readonly string[]
  /** The property `color-scheme` of the page. */
  readonly colorScheme: string
}

/** Null for what a page did not send, or not in this shape. */
export function readPageLook(given: unknown): PageLook | null {
  if (typeof given !== 'object' || given === null) return null
  const { backgrounds, colorScheme }: { readonly backgrounds?: unknown; readonly colorScheme?: unknown } =
    given
  return Array.isArray(backgrounds) && typeof colorScheme === 'string'
    ? { backgrounds: backgrounds.map(String), colorScheme }
    : null
}
