import { noAddress } from '../addresses/address-fields.ts'
import { internationalPhoneXml, noPhone } from '../addresses/international-phone.ts'
import type { AddressFields } from '../model/customer.ts'
import type { Merchant } from '../model/merchant.ts'
import type { ProcessorResponse } from '../model/processor-response.ts'
import type { Recurring, Transaction, TransactionStatusEvent } from '../model/transaction.ts'
import { array, date, type Fields, money, time, type XmlValue } from '../protocol/xml.ts'
import { addressFieldsXml } from './address-xml.ts'
import { AUTHORIZATION_LASTS_MS } from './authorization.ts'
import { addressChecksXml } from './bank-checks.ts'
import { chargedCardXml } from './charged-card-xml.ts'
import { disputeXml } from './dispute-xml.ts'
import { disputesOf } from './disputes-of.ts'
import { globalIdOf } from './global-id.ts'
import { descriptorXml, modificationXml } from './modification-xml.ts'

/** A transaction as answers and notifications show it. */
export function transactionXml(merchant: Merchant, it: Transaction): Fields {
  return {
    id: it.id,
    'global-id': globalIdOf('transaction', it.id),
    'graphql-id': globalIdOf('transaction', it.id),
    status: it.status,
    type: it.type,
    'currency-iso-code': it.currency,
    amount: money(it.amount),
    'amount-requested': money(it.statusHistory.at(-1)?.amount ?? it.amount),
    'merchant-account-id': it.merchantAccountId,
    'sub-merchant-account-id': null,
    'master-merchant-account-id': null,
    'order-id': it.orderId,
    ...purchaseXml(it),
    'created-at': time(it.createdAt),
    'updated-at': time(it.updatedAt),
    customer: customerXml(it),
    billing: addressXml(it.billingAddressId, it.billing),
    shipping: addressXml(it.shippingAddressId, it.shipping),
    ...relationsXml(it),
    'custom-fields': customFieldsXml(it.customFields),
    ...responsesXml(it),
    'payment-instrument-type': 'credit_card',
    'credit-card': chargedCardXml(merchant, it.card),
    // Oldest first, other than the history of a subscription.
    'status-history': array('status-event', it.statusHistory.map(statusEventXml).reverse()),
    'plan-id': it.recurring?.planId ?? null,
    'subscription-id': it.recurring?.subscriptionId ?? null,
    subscription: periodXml(it.recurring),
    recurring: it.recurring !== null || it.purchase.isRecurring,
    'add-ons': array('add-on', (it.recurring?.addOns ?? []).map(modificationXml)),
    discounts: array('discount', (it.recurring?.discounts ?? []).map(modificationXml)),
    descriptor: descriptorXml(it.descriptor),
    disputes: array(
      'dispute',
      disputesOf(merchant, it).map((each) => disputeXml(each, it)),
    ),
    ...unsupportedFields,
  }
}

function purchaseXml({ purchase }: Transaction) {
  return {
    channel: purchase.channel,
    'purchase-order-number': purchase.purchaseOrderNumber,
    'tax-amount': money(purchase.taxAmount),
    'tax-exempt': purchase.taxExempt,
    'discount-amount': money(purchase.discountAmount),
    'shipping-amount': money(purchase.shippingAmount),
    'ships-from-postal-code': purchase.shipsFromPostalCode,
  }
}

/** A transaction without a customer has one of which nothing is known. */
function customerXml({ customer }: Transaction): XmlValue {
  const id = customer === null || customer.id === '' ? null : customer.id
  return {
    id,
    'global-id': id === null ? null : globalIdOf('customer', id),
    'first-name': customer?.firstName ?? null,
    'last-name': customer?.lastName ?? null,
    company: customer?.company ?? null,
    email: customer?.email ?? null,
    website: customer?.website ?? null,
    phone: customer?.phone ?? null,
    'international-phone': internationalPhoneXml(customer?.internationalPhone ?? noPhone),
    fax: customer?.fax ?? null,
  }
}

function addressXml(id: string | null, address: AddressFields | null): XmlValue {
  return { id, ...addressFieldsXml(address ?? noAddress) }
}

function relationsXml(it: Transaction) {
  return {
    'refund-id': it.refundIds.at(-1) ?? null,
    'refund-ids': array('item', it.refundIds),
    'refunded-transaction-id': it.refundedTransactionId,
    'refunded-transaction-global-id':
      it.refundedTransactionId === null ? null : globalIdOf('transaction', it.refundedTransactionId),
    'authorized-transaction-id': it.authorizedTransactionId,
    'partial-settlement-transaction-ids': array('item', it.partialSettlementTransactionIds),
    'retry-ids': array('item', []),
    'retried-transaction-id': null,
    retried: false,
  }
}

function responsesXml(it: Transaction) {
  const hasResponse = it.processorResponse.code !== ''
  return {
    'gateway-rejection-reason': it.gatewayRejectionReason,
    'processor-authorization-code': it.processorResponse.authorizationCode,
    'processor-response-code': it.processorResponse.code,
    'processor-response-text': it.processorResponse.text,
    'processor-response-type': it.processorResponse.type,
    'additional-processor-response': declineOf(it.processorResponse),
    'network-response-code': hasResponse ? 'XX' : null,
    'network-response-text': hasResponse ? 'sample network response text' : null,
    'network-transaction-id': hasResponse ? `${it.createdAt}`.padStart(15, '0').slice(-15) : null,
    ...addressChecksXml(it.billing, it.skipsAddressCheck),
    'cvv-response-code': it.cvvResponse,
    'processor-settlement-response-code': it.settlement?.code ?? '',
    'processor-settlement-response-text': it.settlement?.text ?? '',
    'settlement-batch-id': it.settlement?.batchId ?? null,
    'authorization-expires-at':
      hasResponse && it.type === 'sale' ? time(it.createdAt + AUTHORIZATION_LASTS_MS) : null,
  }
}

function declineOf({ code, text, declined }: ProcessorResponse): string | null {
  return code.startsWith('2') ? `${code} : ${text}` : (declined ?? null)
}

function statusEventXml({ timestamp, status, amount, user, source }: TransactionStatusEvent): XmlValue {
  return {
    timestamp: time(timestamp),
    status,
    amount: money(amount),
    user,
    'transaction-source': source,
  }
}

function periodXml(recurring: Recurring | null): XmlValue {
  return {
    'billing-period-start-date': date(recurring?.periodStart ?? null),
    'billing-period-end-date': date(recurring?.periodEnd ?? null),
  }
}

/** Elements of the gateway for other kinds of payment and contracts; clients look for them. */
const unsupportedFields = {
  'voice-referral-number': null,
  'service-fee-amount': null,
  'escrow-status': null,
  'acquirer-reference-number': null,
  'retrieval-reference-number': null,
  'processed-with-network-token': false,
  'three-d-secure-info': null,
  'sca-exemption-requested': null,
  'debit-network': null,
  'foreign-retailer': null,
  'surcharge-amount': null,
  'disbursement-details': {
    'disbursement-date': null,
    'settlement-amount': null,
    'settlement-currency-iso-code': null,
    'settlement-currency-exchange-rate': null,
    'settlement-base-currency-exchange-rate': null,
    'funds-held': null,
    success: null,
  },
  'authorization-adjustments': array('authorization-adjustment', []),
  installments: array('installment', []),
  'refunded-installments': array('refunded-installment', []),
}

/** An empty text stands for no fields, as SDKs read it. */
export function customFieldsXml(fields: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.replaceAll('_', '-'), value]))
}
