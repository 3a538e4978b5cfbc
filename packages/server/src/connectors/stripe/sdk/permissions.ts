import { type StripeRightName, stripeRights } from '@goodword/domain/processors/stripe-rights'
import type Stripe from 'stripe'
import type { ProcessorClient, SetupFinding } from '../../connector.ts'
import type { Calls } from '../../limited-calls.ts'
import { ProcessorError } from '../../processor-error.ts'

/** A right to write includes that to read. */
type Included<Right> = Right extends `${infer Resource}_write` ? `${Resource}_read` : never

export type Permission = StripeRightName | Included<StripeRightName>

const calls: Readonly<Partial<Record<Permission, keyof ProcessorClient>>> = {
  rak_customer_read: 'readCustomer',
  rak_subscription_read: 'readSubscription',
  rak_subscription_write: 'setStanding',
  rak_invoice_read: 'readSubscription',
  rak_invoice_write: 'adjustBill',
  rak_coupon_write: 'setStanding',
  rak_charge_read: 'readSubscription',
  rak_payment_intent_read: 'readPayments',
  rak_credit_note_write: 'refund',
  rak_refund_write: 'refund',
  rak_promotion_code_write: 'mirrorCode',
}

/** The permission that each operation needs. */
export const ofOperations: Readonly<Record<string, Permission>> = {
  'accounts.retrieveCurrent': 'rak_account_read',
  'customers.list': 'rak_customer_read',
  'customers.retrieve': 'rak_customer_read',
  'subscriptions.list': 'rak_subscription_read',
  'subscriptions.retrieve': 'rak_subscription_read',
  'subscriptions.update': 'rak_subscription_write',
  'subscriptionItems.list': 'rak_subscription_read',
  'invoices.list': 'rak_invoice_read',
  'invoices.retrieve': 'rak_invoice_read',
  'invoices.listLineItems': 'rak_invoice_read',
  'invoices.createPreview': 'rak_invoice_write',
  'invoices.update': 'rak_invoice_write',
  'invoiceItems.create': 'rak_invoice_write',
  'invoiceItems.update': 'rak_invoice_write',
  'invoiceItems.del': 'rak_invoice_write',
  'coupons.create': 'rak_coupon_write',
  'coupons.retrieve': 'rak_coupon_write',
  'coupons.update': 'rak_coupon_write',
  'charges.list': 'rak_charge_read',
  'paymentIntents.retrieve': 'rak_payment_intent_read',
  'disputes.list': 'rak_dispute_read',
  'refunds.list': 'rak_refund_read',
  'refunds.retrieve': 'rak_refund_read',
  'refunds.create': 'rak_refund_write',
  'invoicePayments.list': 'rak_invoice_read',
  'creditNotes.list': 'rak_credit_note_read',
  'creditNotes.preview': 'rak_credit_note_read',
  'creditNotes.create': 'rak_credit_note_write',
  'events.list': 'rak_event_read',
  'checkout.sessions.list': 'rak_checkout_session_read',
  'promotionCodes.list': 'rak_promotion_code_write',
  'promotionCodes.create': 'rak_promotion_code_write',
  'promotionCodes.update': 'rak_promotion_code_write',
  'webhookEndpoints.list': 'rak_webhook_write',
  'webhookEndpoints.create': 'rak_webhook_write',
  'webhookEndpoints.update': 'rak_webhook_write',
  'webhookEndpoints.del': 'rak_webhook_write',
}

/** The permission that a denied request needs: as the error names it, else by the operation. */
export function permissionFor(operation: string, message: string): SetupFinding {
  const named = /\brak_[a-z_]+/.exec(message)?.[0]
  return missingPermission(named ?? ofOperations[operation] ?? operation)
}

/** Without these something comes later, or by other ways. */
const helpful: ReadonlySet<string> = new Set<Permission>(['rak_event_read', 'rak_checkout_session_read'])

function missingPermission(name: string): SetupFinding {
  const severity = helpful.has(name) ? 'warning' : 'missing'
  const label = inDashboard(name)
  const message = `The API key lacks the right "${name}". In the Dashboard under Developers, API keys, edit the restricted key and grant it${label === null ? '' : ` ("${label}")`}, or enter another key.`
  const neededBy = calls[name as Permission]
  const finding = { item: 'PERMISSION', severity, name, message } as const
  return neededBy === undefined ? finding : { ...finding, neededBy }
}

/** The name of the right to grant, which may include more; null for one that no list has. */
function inDashboard(name: string): string | null {
  const granting = [name, name.replace(/_read$/, '_write')]
  return stripeRights.find(({ names }) => names.some((it) => granting.includes(it)))?.label ?? null
}

/** Nothing at Stripe has it, so that a change of it is refused where it is permitted. */
const NOWHERE = 'goodword_setup_check'

/** Rights cannot be read, so each is tried. Coupons are made when they are needed. */
export async function findMissingSetup({ read }: Calls<Stripe>): Promise<readonly SetupFinding[]> {
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
    read('coupons.update', (stripe) => stripe.coupons.update(NOWHERE, {})),
    read('creditNotes.create', (stripe) => stripe.creditNotes.create({ invoice: NOWHERE })),
    // A credit note that refunds makes a refund.
    read('refunds.create', (stripe) => stripe.refunds.create({ charge: NOWHERE })),
  ]
  const denied = await Promise.all(tried.map(deniedBy))
  const findings = denied.filter((it) => it !== null)
  return Array.from(new Map(findings.map((it) => [it.name, it])).values())
}

/** The finding of a call that is not permitted; null if it is, whatever else came of it. */
async function deniedBy(call: Promise<unknown>): Promise<SetupFinding | null> {
  try {
    await call
    return null
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    if (error.code === 'PERMISSION_DENIED') return error.missing
    if (error.code === 'NOT_FOUND' || error.code === 'REJECTED') return null
    throw error
  }
}
