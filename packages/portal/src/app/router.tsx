import { discountStates } from '@goodword/domain/bills/bill-discount'
import { billStates } from '@goodword/domain/bills/bill-states'
import { fraudRuleNames } from '@goodword/domain/fraud/fraud'
import { deliveryStates } from '@goodword/domain/outbound/webhook-retry'
import { notificationStates } from '@goodword/domain/payments/notification'
import { moderationStatuses, referralStatuses } from '@goodword/domain/referrals/account'
import { rewardStatuses, rewardTypes } from '@goodword/domain/rewards/reward'
import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, Link, redirect } from '@tanstack/react-router'
import { flag, listView, oneOf, searchOf, text } from '../api/search-of.ts'
import { buttonLook } from '../components/button.tsx'
import { BlockSkeleton } from '../components/texts/skeleton.tsx'
import { keptChoice } from '../layout/kept-choice.ts'
import { PublicFrame } from '../layout/public-frame.tsx'
import { Shell } from '../layout/shell.tsx'
import { figureNames } from '../pages/home/home-figures.ts'
import { funnelChannels } from '../pages/home/share-funnel.ts'
import { PageFailure, pageComponent } from '../routes/page-failure.tsx'
import { rootRoute } from '../routes/root-route.tsx'
import { staffRoute } from '../routes/staff-route.tsx'
import { sessionQuery, tenantsOf, useSignOut, useTenant } from '../session/use-session.ts'

/** `/portal/{tenantAlias}/…`: the parent of every page of a program. */
const tenantRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '$tenantAlias',
  component: TenantPages,
})

/** `/portal/`: opens the program that was shown last, else the first one. */
const startRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/',
  loader: async ({ context }) => {
    const { merchants } = await context.queries.ensureQueryData(sessionQuery)
    const tenants = tenantsOf(merchants)
    const tenant = tenants.find((it) => it.alias === keptChoice('program')) ?? tenants[0]
    if (tenant !== undefined) {
      throw redirect({ to: '/$tenantAlias/home', params: { tenantAlias: tenant.alias }, replace: true })
    }
  },
  component: NoProgram,
})

const tenantAccountRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'accounts/$accountId',
  component: pageComponent(() => import('../pages/accounts/account-page.tsx'), 'AccountPage'),
})

const allowAssistantRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: 'allow-assistant',
  validateSearch: searchOf({ request: text }),
  component: pageComponent(
    () => import('../pages/allow-assistant/allow-assistant-page.tsx'),
    'AllowAssistantPage',
  ),
})

const billsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'bills',
  validateSearch: searchOf({
    state: oneOf(billStates),
    accountId: text,
    ...listView,
  }),
  component: pageComponent(() => import('../pages/bills/bills-page.tsx'), 'BillsPage'),
})

const discountsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'discounts',
  validateSearch: searchOf({ state: oneOf(discountStates), accountId: text }),
  component: pageComponent(() => import('../pages/discounts/discounts-page.tsx'), 'DiscountsPage'),
})

const emailsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'emails',
  validateSearch: searchOf({ tab: oneOf(['sending', 'texts']) }),
  component: pageComponent(() => import('../pages/emails/emails-page.tsx'), 'EmailsPage'),
})

const enterRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'enter',
  validateSearch: searchOf({ token: text }),
  component: pageComponent(() => import('../pages/enter/enter-page.tsx'), 'EnterPage'),
})

const homeRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'home',
  validateSearch: searchOf({
    range: oneOf(['7d', '30d', '90d', '12m', 'month', 'own']),
    from: text,
    to: text,
    interval: oneOf(['DAY', 'WEEK', 'MONTH']),
    figure: oneOf(figureNames),
    channel: oneOf(funnelChannels),
  }),
  component: pageComponent(() => import('../pages/home/home-page.tsx'), 'HomePage'),
})

const installRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'install',
  validateSearch: searchOf({
    tab: oneOf(['script', 'assistant', 'authorize', 'keys', 'notifications']),
    state: oneOf(notificationStates),
    kind: text,
    notification: text,
  }),
  component: pageComponent(() => import('../pages/install/install-page.tsx'), 'InstallPage'),
})

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'invitation',
  validateSearch: searchOf({ token: text }),
  component: pageComponent(() => import('../pages/invitation/invitation-page.tsx'), 'InvitationPage'),
})

const accountRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: 'account',
  component: pageComponent(() => import('../pages/own-account/account-page.tsx'), 'AccountPage'),
})

const programRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'program',
  // `compare` shows what would be published to the live program.
  validateSearch: searchOf({
    tab: oneOf(['rewards', 'milestones', 'links', 'trust', 'general']),
    view: oneOf(['friend', 'bills', 'forecast']),
    compare: flag,
  }),
  component: pageComponent(() => import('../pages/program/program-page.tsx'), 'ProgramPage'),
})

const referralsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'referrals',
  validateSearch: searchOf({
    status: oneOf(referralStatuses),
    moderationStatus: oneOf(moderationStatuses),
    referringAccountId: text,
    referredAccountId: text,
    fraudRule: oneOf(fraudRuleNames),
    shadowFraudRule: oneOf(fraudRuleNames),
    sort: oneOf(['dateConverted']),
    ...listView,
  }),
  component: pageComponent(() => import('../pages/referrals/referrals-page.tsx'), 'ReferralsPage'),
})

const referralRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'referrals/$referralId',
  component: pageComponent(() => import('../pages/referrals/referral-page.tsx'), 'ReferralPage'),
})

const referrersRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'referrers',
  validateSearch: searchOf({
    rankedBy: oneOf(['ATTRIBUTED', 'CLICKS']),
    from: listView.from,
    to: listView.to,
  }),
  component: pageComponent(() => import('../pages/referrers/referrers-page.tsx'), 'ReferrersPage'),
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'reset-password',
  validateSearch: searchOf({ token: text }),
  component: pageComponent(
    () => import('../pages/reset-password/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
})

const reviewRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'review',
  validateSearch: searchOf({
    tab: oneOf(['unconfirmed', 'rules']),
    period: oneOf(['7d', '30d', '90d', '12m']),
    fraudRule: oneOf(fraudRuleNames),
    shadowFraudRule: oneOf(fraudRuleNames),
    referringAccountId: text,
    cluster: text,
    order: oneOf(['OLDEST']),
  }),
  component: pageComponent(() => import('../pages/review/review-page.tsx'), 'ReviewPage'),
})

const rewardsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'rewards',
  validateSearch: searchOf({
    status: oneOf(rewardStatuses),
    type: oneOf(rewardTypes),
    accountId: text,
    sort: oneOf(['dateExpires']),
    ...listView,
    /** The reward whose details are open. */
    reward: text,
  }),
  component: pageComponent(() => import('../pages/rewards/rewards-page.tsx'), 'RewardsPage'),
})

const settingsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'settings',
  validateSearch: searchOf({
    tab: oneOf(['team', 'domains', 'security', 'limits', 'danger']),
    actor: text,
    action: text,
    ...listView,
    entry: text,
  }),
  component: pageComponent(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage'),
})

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in',
  validateSearch: searchOf({ from: text, error: oneOf(['SSO_FAILED', 'SSO_NOT_INVITED']) }),
  component: pageComponent(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
})

const transfersRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'transfers',
  validateSearch: searchOf({
    tab: oneOf(['exports', 'imports']),
    /** The import whose details are open. */
    import: text,
    ...listView,
  }),
  component: pageComponent(() => import('../pages/transfers/transfers-page.tsx'), 'TransfersPage'),
})

const usersRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'users',
  validateSearch: searchOf({ query: text, blocked: flag, ...listView }),
  component: pageComponent(() => import('../pages/users/users-page.tsx'), 'UsersPage'),
})

const userRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'users/$accountId/$userId',
  component: pageComponent(() => import('../pages/users/user-page.tsx'), 'UserPage'),
})

const waitingRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'waiting',
  component: pageComponent(() => import('../pages/waiting/waiting-page.tsx'), 'WaitingPage'),
})

const webhooksRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'webhooks',
  validateSearch: searchOf({}),
  component: pageComponent(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

const webhookRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'webhooks/$webhookId',
  validateSearch: searchOf({ state: oneOf(deliveryStates), delivery: text, ...listView }),
  component: pageComponent(() => import('../pages/webhooks/webhook-page.tsx'), 'WebhookPage'),
})

const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'welcome',
  validateSearch: searchOf({ token: text }),
  component: pageComponent(() => import('../pages/welcome/welcome-page.tsx'), 'WelcomePage'),
})

const widgetRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'widget',
  validateSearch: searchOf({
    tab: oneOf(['look', 'texts', 'words', 'links', 'page']),
    preview: oneOf(['widget', 'greeting', 'card', 'mail', 'page']),
  }),
  component: pageComponent(() => import('../pages/widget/widget-page.tsx'), 'WidgetPage'),
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
