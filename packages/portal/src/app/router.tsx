import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { buttonLook } from '../components/button.tsx'
import { BlockSkeleton } from '../components/texts/skeleton.tsx'
import { readLastTenant } from '../layout/last-tenant.ts'
import { PublicFrame } from '../layout/public-frame.tsx'
import { tenantAccountRoute } from '../pages/accounts/route.tsx'
import { allowAssistantRoute } from '../pages/allow-assistant/route.tsx'
import { billsRoute } from '../pages/bills/route.tsx'
import { discountsRoute } from '../pages/discounts/route.tsx'
import { emailsRoute } from '../pages/emails/route.tsx'
import { enterRoute } from '../pages/enter/route.tsx'
import { homeRoute } from '../pages/home/route.tsx'
import { installRoute } from '../pages/install/route.tsx'
import { invitationRoute } from '../pages/invitation/route.tsx'
import { accountRoute } from '../pages/own-account/route.tsx'
import { programRoute } from '../pages/program/route.tsx'
import { referralRoute, referralsRoute } from '../pages/referrals/route.tsx'
import { referrersRoute } from '../pages/referrers/route.tsx'
import { resetPasswordRoute } from '../pages/reset-password/route.tsx'
import { reviewRoute } from '../pages/review/route.tsx'
import { rewardsRoute } from '../pages/rewards/route.tsx'
import { settingsRoute } from '../pages/settings/route.tsx'
import { signInRoute } from '../pages/sign-in/route.tsx'
import { transfersRoute } from '../pages/transfers/route.tsx'
import { userRoute, usersRoute } from '../pages/users/route.tsx'
import { waitingRoute } from '../pages/waiting/route.tsx'
import { webhookRoute, webhooksRoute } from '../pages/webhooks/route.tsx'
import { welcomeRoute } from '../pages/welcome/route.tsx'
import { widgetRoute } from '../pages/widget/route.tsx'
import { PageFailure } from '../routes/page-failure.tsx'
import { rootRoute } from '../routes/root-route.tsx'
import { staffRoute } from '../routes/staff-route.tsx'
import { tenantRoute } from '../routes/tenant-route.tsx'
import { sessionQuery, tenantsOf, useSignOut } from '../session/use-session.ts'

/** `/portal/`: opens the program that was shown last, else the first one. */
const startRoute = createRoute({
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

const routeTree = rootRoute.addChildren([
  signInRoute,
  welcomeRoute,
  enterRoute,
  invitationRoute,
  resetPasswordRoute,
  staffRoute.addChildren([
    startRoute,
    accountRoute,
    allowAssistantRoute,
    tenantRoute.addChildren([
      homeRoute,
      referralsRoute,
      referralRoute,
      usersRoute,
      userRoute,
      tenantAccountRoute,
      referrersRoute,
      rewardsRoute,
      reviewRoute,
      programRoute,
      widgetRoute,
      emailsRoute,
      installRoute,
      discountsRoute,
      billsRoute,
      webhooksRoute,
      webhookRoute,
      transfersRoute,
      settingsRoute,
      waitingRoute,
    ]),
  ]),
])

/** Every page of the portal; each is loaded when it is first opened. */
export function createPortalRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    basepath: '/portal',
    context: { queries },
    scrollRestoration: true,
    defaultErrorComponent: PageFailure,
    defaultPendingComponent: () => <BlockSkeleton label="Page" height="24rem" />,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
}

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
