import { createRoute, redirect } from '@tanstack/react-router'
import { buttonLook } from '../components/button.tsx'
import { readLastTenant } from '../layout/last-tenant.ts'
import { PublicFrame } from '../layout/public-frame.tsx'
import { staffRoute } from '../routes/staff-route.tsx'
import { sessionQuery } from '../session/session.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { tenantsOf } from '../session/use-tenant.ts'

/** `/portal/`: opens the program that was shown last, else the first one. */
export const startRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/',
  loader: async ({ context }) => {
    const { merchants } = await context.queries.ensureQueryData(sessionQuery)
    const tenants = tenantsOf(merchants)
    const tenant = tenants.find((it) => it.alias === readLastTenant()) ?? tenants[0]
    if (tenant !== undefined) {
      throw redirect({ to: '/$tenantAlias/home', params: { tenantAlias: tenant.alias }, replace: true })
    }
  },
  component: NoProgram,
})

function NoProgram() {
  const signOut = useSignOut()
  return (
    <PublicFrame title="You are in no team">
      <p className="mb-4 text-soft">
        Your account works, but it belongs to no merchant any more. Ask an owner for an invitation.
      </p>
      <button type="button" onClick={() => void signOut()} className={buttonLook('secondary')}>
        Sign out
      </button>
    </PublicFrame>
  )
}
