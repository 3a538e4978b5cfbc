import type { SetupFinding } from '../connector.ts'
import type { StripeCalls } from './calls.ts'
import { deniedBy } from './permissions.ts'

/** Nothing at Stripe has it, so that a change of it is refused where it is permitted. */
const NOWHERE = 'goodword_setup_check'

/** Rights cannot be read, so each is tried. Coupons are made when they are needed. */
export async function findMissingSetup({ read }: StripeCalls): Promise<readonly SetupFinding[]> {
  const one = { limit: 1 }
  const tried = [
    read('customers.list', (stripe) => stripe.customers.list(one)),
    read('subscriptions.list', (stripe) => stripe.subscriptions.list(one)),
    read('invoices.list', (stripe) => stripe.invoices.list(one)),
    read('charges.list', (stripe) => stripe.charges.list(one)),
    read('refunds.list', (stripe) => stripe.refunds.list(one)),
    read('events.list', (stripe) => stripe.events.list(one)),
    read('checkout.sessions.list', (stripe) => stripe.checkout.sessions.list(one)),
    read('paymentIntents.retrieve', (stripe) => stripe.paymentIntents.retrieve(NOWHERE)),
    read('subscriptions.update', (stripe) => stripe.subscriptions.update(NOWHERE, {})),
    read('invoiceItems.update', (stripe) => stripe.invoiceItems.update(NOWHERE, {})),
    read('customers.createBalanceTransaction', (stripe) =>
      stripe.customers.createBalanceTransaction(NOWHERE, { amount: -1, currency: 'usd' }),
    ),
    read('coupons.update', (stripe) => stripe.coupons.update(NOWHERE, {})),
    read('refunds.create', (stripe) => stripe.refunds.create({ charge: NOWHERE })),
  ]
  const denied = await Promise.all(tried.map(deniedBy))
  const findings = denied.filter((it) => it !== null)
  return Array.from(new Map(findings.map((it) => [it.name, it])).values())
}
