/** The steps of a tenant's integration, in the order in which a merchant sets it up. */
export const integrationSteps = [
  'PROGRAM_ACTIVE',
  'LANDING_PAGE_SET',
  'CUSTOM_DOMAIN',
  'SCRIPT_LOADED',
  'ORIGINS_ALLOWED',
  'CODE_FILLED',
  'USER_IDENTIFIED',
  'SERVER_CALLED',
  'PROCESSOR_CONNECTED',
  'NOTIFICATION_RECEIVED',
  'REFERRAL_CONVERTED',
] as const
export type IntegrationStep = (typeof integrationSteps)[number]

/**
 *   SCRIPT                 a page loaded the script, and its tag named the tenant
 *   PAGE                   a page called an operation for browsers
 *   CODE_LOOKED_UP         a page looked an active code up
 *   IDENTIFIED_SIGNED      a page identified a user with a valid token
 *   IDENTIFIED_UNSIGNED    a page identified a user without one
 *   SIGNATURE_INVALID      a page sent a token that is not valid
 *   SERVER_CALLED          the merchant's server sent an account or a user
 *   NOTIFICATION_REJECTED  a notification had a wrong signature
 */
export const integrationActivityKinds = [
  'SCRIPT',
  'PAGE',
  'CODE_LOOKED_UP',
  'IDENTIFIED_SIGNED',
  'IDENTIFIED_UNSIGNED',
  'SIGNATURE_INVALID',
  'SERVER_CALLED',
  'NOTIFICATION_REJECTED',
] as const
export type IntegrationActivityKind = (typeof integrationActivityKinds)[number]
