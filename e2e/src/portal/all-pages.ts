/** Every page of the portal: addresses below the program, or with a slash below the portal. Add further pages here. */
export const allPages = [
  'home',
  'referrals',
  'participants',
  'participants/acct_ada/acct_ada_user',
  'rewards',
  'review',
  'program',
  'widget',
  'install',
  'discounts',
  'webhooks',
  'transfers',
  'settings',
  '/account',
  '/sign-in',
  '/gallery',
] as const

/** Tabs, filters and pages that only a link leads to. */
export const furtherViews = [
  'referrals?status=ENDED&moderationStatus=DENIED',
  'review?tab=rules',
  'install?tab=authorize',
  'install?tab=keys',
  'install?tab=notifications',
  'settings?tab=domains',
  'settings?tab=security',
  'settings?tab=limits',
  'settings?tab=danger',
  '/reset-password',
  '/welcome?token=unknown',
  '/no_such_program/home',
] as const
