/** A token of the person who is signed in on the hosted page. */
export type Token = {
  readonly accountId: string
  readonly userId: string
  readonly jwt: string
  /** Milliseconds since the epoch. */
  readonly dateExpires: number
}

/** Fetches a token for calls that count as signed; `none` without a session, `failed` when the service cannot be reached. */
export async function fetchToken(path: string): Promise<Token | 'none' | 'failed'> {
  const answer = await fetch(`${path}/token`, { method: 'POST' }).catch(() => null)
  if (answer?.status === 401) return 'none'
  // The service that serves this script makes it.
  return answer?.ok === true ? ((await answer.json()) as Token) : 'failed'
}
