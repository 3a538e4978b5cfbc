/** The author of changes, as the audit log names it. */
export type Actor = {
  /** `operator <name>`, `service`, `key ****<last four>` or `staff <id> <e-mail>`. */
  readonly name: string
  /** Where the request came from; null for a command or a job. */
  readonly address: string | null
  readonly userAgent: string | null
  /** The request of the API that makes them; null for a command or a job. */
  readonly request: AuditedRequest | null
}

export type AuditedRequest = {
  /** The name of the endpoint. */
  readonly action: string
  /** Our IDs of the changed records; null if its path has none. */
  readonly subject: string | null
  /** The request's ID, and that of the API key. */
  readonly origin: Readonly<Record<string, string>>
  /** Called when the operation has stored an entry with its change. */
  readonly onEntry: () => void
}

/** An actor that makes no requests. */
export function actorNamed(name: string): Actor {
  return { name, address: null, userAgent: null, request: null }
}
