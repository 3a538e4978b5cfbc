import { ApiError } from '@goodword/client'
import { createRoute, Outlet, redirect } from '@tanstack/react-router'
import { sessionQuery } from '../session/session.ts'
import { SignInAgain } from '../session/sign-in-again.tsx'
import { rootRoute } from './root-route.tsx'

/** What needs a session: without one the sign-in page comes first, and leads back. */
export const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'staff',
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queries.ensureQueryData(sessionQuery)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      throw redirect({ to: '/sign-in', search: { from: location.publicHref } })
    }
  },
  component: () => (
    <>
      <Outlet />
      <SignInAgain />
    </>
  ),
})
