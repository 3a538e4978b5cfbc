/** A backup cannot be written or loaded; the message says why and what to do, in one line. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
