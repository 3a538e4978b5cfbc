/** The fixed limits of a program in each mode; a test compares those that the API has with it. */
export const limits = {
  apiKeys: 100,
  receivers: 20,
  domains: 20,
  attempts: 12,
  unconfirmedUsers: 100,
} as const
