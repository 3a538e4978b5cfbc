import type braintree from 'braintree'
import type { SetupFinding } from '../connector.ts'
import { orNull } from '../or-null.ts'
import { ProcessorError } from '../processor-error.ts'
import { checkCustomField, SETUP_CHECK_ID } from './check-custom-field.ts'
import type { CallGateway } from './sdk/call-gateway.ts'
import { missingPermission, type Permission, permitted } from './sdk/permissions.ts'
import { shaped } from './sdk/shapes.ts'

/** The values that the guide has merchants enter. The amount counts only where no other one is set. */
const usual = { name: 'Referral Discount', amount: '1.00' }

/**
 * Nothing has this ID, so that requests change nothing: they are answered 404 if they are permitted, and 403 if not. The
 * permissions for customers and discounts show when these are checked.
 */
const requests: readonly (readonly [
  Permission,
  operation: string,
  (gateway: braintree.BraintreeGateway) => Promise<unknown>,
])[] = [
  ['View Subscription Plans', 'plan.all', (gateway) => gateway.plan.all()],
  ['View Subscriptions', 'subscription.find', (gateway) => gateway.subscription.find(SETUP_CHECK_ID)],
  [
    'Search Subscriptions',
    'subscription.search',
    (gateway) => searchIds(gateway, (search) => search.id().is(SETUP_CHECK_ID)),
  ],
  [
    'Add/Edit Subscriptions',
    'subscription.update',
    (gateway) => gateway.subscription.update(SETUP_CHECK_ID, {} as never),
  ],
  [
    'Credit Previous Transactions (Refunds)',
    'transaction.refund',
    (gateway) => gateway.transaction.refund(SETUP_CHECK_ID, '0.01'),
  ],
]

export async function findMissingSetup(
  calls: CallGateway,
  discountId: string,
): Promise<readonly SetupFinding[]> {
  const discount = await checkDiscount(calls, discountId)
  const field = await checkCustomField(calls)
  return [...field, ...discount, ...(await checkPermissions(calls))]
}

async function checkDiscount({ read }: CallGateway, discountId: string): Promise<readonly SetupFinding[]> {
  const discounts = await permitted(
    read('discount.all', async (gateway) => shaped('discounts', await gateway.discount.all())),
  )
  if (discounts === null) return [missingPermission('View Modifications')]
  const found = discounts.find(({ id }) => id === discountId)
  const finding = { item: 'DISCOUNT', name: discountId } as const
  if (found === undefined) {
    const message = `Braintree has no discount with the ID "${discountId}". Create it in the Control Panel under Subscriptions, Discounts: name "${usual.name}", amount ${usual.amount}, for the duration of the subscription.`
    return [{ ...finding, severity: 'missing', message }]
  }
  if (found.numberOfBillingCycles != null) {
    const message = `The discount "${discountId}" ends after ${found.numberOfBillingCycles} billing cycles. Change its duration in the Control Panel to the duration of the subscription.`
    return [{ ...finding, severity: 'missing', message }]
  }
  if (found.name === usual.name && found.amount === usual.amount) return []
  const message = `The discount "${discountId}" has the name "${found.name ?? ''}" and the amount ${found.amount}, instead of "${usual.name}" and ${usual.amount}. It works, if it is the one for referrals.`
  return [{ ...finding, severity: 'warning', message }]
}

async function checkPermissions({ read }: CallGateway): Promise<readonly SetupFinding[]> {
  const findings = await Promise.all(
    requests.map(async ([permission, operation, request]) => {
      const isPermitted = await permitted(orNull(read(operation, request)).then(() => true))
      return isPermitted === null ? [missingPermission(permission)] : []
    }),
  )
  return findings.flat()
}

type SubscriptionSearch = { readonly id: () => { readonly is: (value: string) => unknown } }

type Found = { readonly success: boolean; readonly ids: unknown }

/** The SDK's published types have neither the criteria nor the callback. */
type Searching = {
  readonly search: (
    ask: (search: SubscriptionSearch) => void,
    done: (error: Error | null | undefined, found: Found) => void,
  ) => void
}

async function searchIds(
  gateway: braintree.BraintreeGateway,
  ask: (search: SubscriptionSearch) => void,
): Promise<readonly string[]> {
  const searching = gateway.subscription as unknown as Searching
  const found = await new Promise<Found>((resolve, reject) => {
    searching.search(ask, (error, result) => (error == null ? resolve(result) : reject(error)))
  })
  if (!found.success)
    throw new ProcessorError('REJECTED', { message: 'Braintree rejected the search for subscriptions.' })
  return shaped('ids', found.ids)
}
