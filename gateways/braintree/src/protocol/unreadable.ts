/** A body that cannot be read; the gateway answers 400. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** How deep a body may be nested. Bodies of SDKs are five levels deep. */
export const MAX_DEPTH = 50
