import { ProcessorError, type SetupFinding } from '../connector.ts'

/** The permissions that the connector needs, named like in the Control Panel where a role is edited, and what each is for. */
const purposes = {
  'Manage Customers and Payment Methods (Add/Edit/Delete)': 'create, read and delete customers',
  'View Modifications': 'read discounts',
  'View Subscription Plans': 'read plans',
  'View Subscriptions': 'read subscriptions',
  'Search Subscriptions': 'search for subscriptions',
  'Add/Edit Subscriptions': 'change subscriptions',
  'Credit Previous Transactions (Refunds)': 'refund transactions',
} as const

export type Permission = keyof typeof purposes

export function missingPermission(name: Permission): SetupFinding {
  const message = `The API key may not ${purposes[name]}: it lacks the permission "${name}". In the Control Panel under Team, Roles, grant it to the role of the key’s user, or enter a key of another user.`
  return { item: 'PERMISSION', severity: 'missing', name, message }
}

/** Null if the request is not permitted. */
export async function permitted<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ProcessorError && error.code === 'PERMISSION_DENIED') return null
    throw error
  }
}
