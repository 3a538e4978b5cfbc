import type { SetupFinding } from '../connector.ts'
import type { CallGateway } from './call-gateway.ts'
import { checkCustomField } from './check-custom-field.ts'
import { checkPermissions } from './check-permissions.ts'
import { missingPermission, permitted } from './permissions.ts'
import { shaped } from './shapes.ts'

/** The values that the guide has merchants enter. The amount counts only where no other one is set. */
const usual = { name: 'Referral Discount', amount: '1.00' }

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
