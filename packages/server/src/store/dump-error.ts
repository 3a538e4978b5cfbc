/** A dump cannot be written or loaded; the message says why and what to do, in one line. */
export class DumpError extends Error {
  override readonly name = 'DumpError'
}
