import { ProcessorError, type SetupFinding } from '../connector.ts'

/** As the Control Panel names them, where a role is edited. */
export type Permission =
  | 'Manage Customers and Payment Methods (Add/Edit/Delete)'
  | 'View Modifications'
  | 'View Subscription Plans'
  | 'View Subscriptions'
  | 'Search Subscriptions'
  | 'Add/Edit Subscriptions'
  | 'Credit Previous Transactions (Refunds)'

export function missingPermission(name: Permission): SetupFinding {
  const message = `The API key lacks the permission "${name}". In the Control Panel under Team, Roles, grant it to the role of the key’s user, or enter a key of another user.`
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
