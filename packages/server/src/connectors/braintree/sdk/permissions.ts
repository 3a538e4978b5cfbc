import type { ProcessorClient, SetupFinding } from '../../connector.ts'
import { ProcessorError } from '../../processor-error.ts'

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

const calls: Readonly<Partial<Record<Permission, keyof ProcessorClient>>> = {
  'Manage Customers and Payment Methods (Add/Edit/Delete)': 'readCustomer',
  'View Subscription Plans': 'readCustomer',
  'View Subscriptions': 'readSubscription',
  'Search Subscriptions': 'readSubscriptions',
  'Add/Edit Subscriptions': 'setStanding',
  'Credit Previous Transactions (Refunds)': 'refund',
}

export function missingPermission(name: Permission): SetupFinding {
  const message = `The API key may not ${purposes[name]}: it lacks the permission "${name}". In the Control Panel under Team, Roles, grant it to the role of the key’s user, or enter a key of another user.`
  const neededBy = calls[name]
  const finding = { item: 'PERMISSION', severity: 'missing', name, message } as const
  return neededBy === undefined ? finding : { ...finding, neededBy }
}

const ofOperations: Readonly<Record<string, Permission>> = {
  'customer.find': 'Manage Customers and Payment Methods (Add/Edit/Delete)',
  'paymentMethod.find': 'Manage Customers and Payment Methods (Add/Edit/Delete)',
  'discount.all': 'View Modifications',
  'plan.all': 'View Subscription Plans',
  'subscription.find': 'View Subscriptions',
  'subscription.search': 'Search Subscriptions',
  'subscription.update': 'Add/Edit Subscriptions',
  'transaction.refund': 'Credit Previous Transactions (Refunds)',
}

/** The permission that a denied request needs, by the operation of the SDK. */
export function permissionFor(operation: string): SetupFinding {
  const permission = ofOperations[operation]
  if (permission !== undefined) return missingPermission(permission)
  const message = `The API key may not do "${operation}". In the Control Panel under Team, Roles, grant the permission for it to the role of the key’s user, or enter a key of another user.`
  return { item: 'PERMISSION', severity: 'missing', name: operation, message }
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
