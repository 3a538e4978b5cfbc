import { useSuspenseQuery } from '@tanstack/react-query'
import { type Session, sessionQuery } from './session.ts'

/** Who is signed in; the pages that use it are shown to staff with a session only. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}
