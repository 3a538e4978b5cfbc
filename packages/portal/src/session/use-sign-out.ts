import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { portalCall } from '../api/portal-call.ts'
import { isSessionEnded } from '../api/with-sign-in.ts'

/** Ends the session, and forgets all that was read with it. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async () => {
    await portalCall('POST', '/portal/auth/sign-out').catch((error: unknown) => {
      if (!isSessionEnded(error)) throw error
    })
    await navigate({ to: '/sign-in' })
    queries.clear()
  }
}
