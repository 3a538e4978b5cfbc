import type { AddressFields } from '../../model/customer.ts'
import type { Merchant } from '../../model/merchant.ts'
import { isParams } from '../../model/params.ts'
import type { Transaction, TransactionStatus } from '../../model/transaction.ts'
import { findCustomer } from '../../protocol/find.ts'
import type { Route } from '../../protocol/route.ts'
import { uniqueNumberOf } from '../../records/cards/card-number.ts'
import { disputesOf } from '../../records/disputes-of.ts'
import { transactionXml } from '../../records/transaction-xml.ts'
import { amounts, type Criterion, keyValue, multiple, text, times } from '../../search/criterion.ts'
import { listRoutes, searchRoutes } from '../../search/search-routes.ts'

type Criteria = Readonly<Record<string, Criterion<Transaction>>>

export const transactionSearch: readonly Route[] = searchRoutes<Transaction>({
  path: '/transactions',
  root: 'credit-card-transactions',
  tag: 'transaction',
  all: (merchant) => merchant.transactions.values(),
  find: (merchant, id) => merchant.transactions.get(id),
  criteria: (merchant) => ({
    ...itself,
    ...moments,
    dispute_date: times((it) => disputesOf(merchant, it)[0]?.createdAt ?? null),
    ...cardOf(merchant),
    ...customer,
    ...addressCriteria('billing', (it) => it.billing),
    ...addressCriteria('shipping', (it) => it.shipping),
  }),
  // The sandbox's test value for a search that takes too long.
  timesOut: ({ amount }) => isParams(amount) && Object.values(amount).some((each) => Number(each) < 0),
  xml: transactionXml,
})

/** The transactions of a customer, as Ruby's `customer.transactions` asks for them. */
export const transactionsOfCustomer: readonly Route[] = listRoutes<Transaction>(
  { root: 'credit-card-transactions', tag: 'transaction', xml: transactionXml },
  { ids: '/customers/:id/transaction_ids', page: '/customers/:id/transactions' },
  ({ merchant, path }) => {
    const { id } = findCustomer(merchant, path.id)
    return Array.from(merchant.transactions.values()).filter(({ customer }) => customer?.id === id)
  },
)

const itself: Criteria = {
  id: text((it) => it.id),
  order_id: text((it) => it.orderId),
  currency: text((it) => it.currency),
  amount: amounts((it) => it.amount),
  status: multiple((it) => it.status),
  type: multiple((it) => it.type),
  source: multiple((it) => it.source),
  user: multiple((it) => it.statusHistory.at(-1)?.user ?? null),
  // Of a refund both sides: the sale that was refunded, and the credit that refunds it.
  refund: keyValue((it, asked) => isOfRefund(it) === (asked === 'true')),
  created_using: multiple((it) => it.createdUsing),
  merchant_account_id: multiple((it) => it.merchantAccountId),
  payment_instrument_type: multiple(() => ['credit_card', 'CreditCardDetail']),
  processor_authorization_code: text((it) => it.processorResponse.authorizationCode),
  settlement_batch_id: text((it) => it.settlement?.batchId ?? null),
}

const moments: Criteria = {
  created_at: times((it) => it.createdAt),
  authorized_at: reached('authorized'),
  submitted_for_settlement_at: reached('submitted_for_settlement'),
  settled_at: reached('settled'),
  voided_at: reached('voided'),
  failed_at: reached('failed'),
  gateway_rejected_at: reached('gateway_rejected'),
  processor_declined_at: reached('processor_declined'),
  authorization_expired_at: reached('authorization_expired'),
  // Disbursements are not simulated: nothing matches.
  disbursement_date: times(() => null),
}

function cardOf(merchant: Merchant): Criteria {
  return {
    payment_method_token: text((it) => it.card.token),
    credit_card_cardholder_name: text((it) => it.card.cardholderName),
    credit_card_expiration_date: text((it) => `${it.card.expirationMonth}/${it.card.expirationYear}`),
    credit_card_number: text((it) => it.card.number.whole),
    credit_card_card_type: multiple((it) => it.card.number.cardType),
    credit_card_customer_location: multiple(() => 'us'),
    credit_card_unique_identifier: text((it) => uniqueNumberOf(merchant, it.card.number)),
  }
}

const customer: Criteria = {
  customer_id: text((it) => it.customer?.id ?? null),
  customer_company: text((it) => it.customer?.company ?? null),
  customer_email: text((it) => it.customer?.email ?? null),
  customer_fax: text((it) => it.customer?.fax ?? null),
  customer_first_name: text((it) => it.customer?.firstName ?? null),
  customer_last_name: text((it) => it.customer?.lastName ?? null),
  customer_phone: text((it) => it.customer?.phone ?? null),
  customer_website: text((it) => it.customer?.website ?? null),
}

function addressCriteria(of: string, read: (it: Transaction) => AddressFields | null): Criteria {
  return {
    [`${of}_company`]: text((it) => read(it)?.company ?? null),
    [`${of}_country_name`]: text((it) => read(it)?.countryName ?? null),
    [`${of}_extended_address`]: text((it) => read(it)?.extendedAddress ?? null),
    [`${of}_first_name`]: text((it) => read(it)?.firstName ?? null),
    [`${of}_last_name`]: text((it) => read(it)?.lastName ?? null),
    [`${of}_locality`]: text((it) => read(it)?.locality ?? null),
    [`${of}_postal_code`]: text((it) => read(it)?.postalCode ?? null),
    [`${of}_region`]: text((it) => read(it)?.region ?? null),
    [`${of}_street_address`]: text((it) => read(it)?.streetAddress ?? null),
  }
}

function reached(status: TransactionStatus): Criterion<Transaction> {
  return times((it) => it.statusHistory.find((event) => event.status === status)?.timestamp ?? null)
}

function isOfRefund({ refundedTransactionId, refundIds }: Transaction): boolean {
  return refundedTransactionId !== null || refundIds.length > 0
}
