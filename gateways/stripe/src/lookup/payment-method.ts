import type { StripeAccount } from '../model/account.ts'
import type { PaymentMethod } from '../model/customer.ts'
import type { Invoice } from '../model/invoice.ts'
import { findCustomer } from './find.ts'

/** The payment method that an invoice would charge; null when the customer has none. */
export function methodFor(
  { account }: { readonly account: StripeAccount },
  invoice: Pick<Invoice, 'customer' | 'subscription'>,
): PaymentMethod | null {
  const subscription = account.subscriptions.get(invoice.subscription ?? '')
  const { defaultPaymentMethod } = findCustomer(account, invoice.customer)
  const id = subscription?.defaultPaymentMethod ?? defaultPaymentMethod
  return id === null ? null : (account.paymentMethods.get(id) ?? null)
}
