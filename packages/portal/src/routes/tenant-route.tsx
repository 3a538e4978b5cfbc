import { createRoute, Link } from '@tanstack/react-router'
import { buttonLook } from '../components/button.tsx'
import { PublicFrame } from '../layout/public-frame.tsx'
import { Shell } from '../layout/shell.tsx'
import { useTenant } from '../session/use-session.ts'
import { staffRoute } from './staff-route.tsx'

/** `/portal/{tenantAlias}/…`: the parent of every page of a program. */
export const tenantRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '$tenantAlias',
  component: TenantPages,
})

function TenantPages() {
  const tenant = useTenant()
  if (tenant !== null) return <Shell tenant={tenant} />
  return (
    <PublicFrame title="You have no access to this program">
      <p className="mb-4 text-soft">
        It does not exist, or you are not in its team. Ask an owner of the team for an invitation.
      </p>
      <Link to="/" className={buttonLook('primary')}>
        Go to your home page
      </Link>
    </PublicFrame>
  )
}
