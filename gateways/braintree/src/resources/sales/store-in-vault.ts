import { addAddress } from '../../addresses/keep-address.ts'
import type { Card } from '../../model/card.ts'
import type { Customer } from '../../model/customer.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Transaction } from '../../model/transaction.ts'
import type { CardDraft } from '../cards/read-card.ts'
import { addCard } from '../cards/vault-card.ts'
import { addCustomer } from '../customers/add-customer.ts'
import type { Sale } from './read-sale.ts'
import type { SaleAddress } from './read-sale-address.ts'

type Wanted = {
  readonly storesCard: boolean
  readonly storesBilling: boolean
  readonly storesShipping: boolean
}

/** Keeps what a sale brought, as far as its options want: the card, a customer for it, and addresses. */
export function storeInVault(
  merchant: Merchant,
  now: number,
  sale: Sale,
  transaction: Transaction,
  wanted: Wanted,
): void {
  const { source } = sale
  const isNewCard = source.kind === 'draft' && wanted.storesCard
  const customer = isNewCard ? (sale.customer ?? addCustomer(merchant, sale.newCustomer, now)) : sale.customer
  if (customer === null) return
  if (isNewCard) {
    const draft = wanted.storesBilling ? withBilling(source.draft, sale) : source.draft
    const { token, billingAddressId } = addCard(merchant, customer, draft, null, now)
    transaction.card = { ...transaction.card, token }
    transaction.billingAddressId = billingAddressId
    transaction.customer = { id: customer.id, ...customer.fields }
  }
  if (source.kind === 'vaulted' && wanted.storesBilling && sale.billing.id === null) {
    transaction.billingAddressId = addBilling(merchant, customer, source.card, sale.billing, now)
  }
  if (wanted.storesShipping && sale.shipping.id === null && sale.shipping.fields !== null) {
    transaction.shippingAddressId = addAddress(merchant, customer, sale.shipping.fields, now).id
  }
}

/** An address of the customer's stays the one it is. */
function withBilling(draft: CardDraft, { billing: { id, fields } }: Sale): CardDraft {
  if (fields === null) return draft
  return { ...draft, billing: id === null ? { kind: 'added', fields } : { kind: 'kept', id, fields } }
}

function addBilling(
  merchant: Merchant,
  customer: Customer,
  card: Card,
  { fields }: SaleAddress,
  now: number,
): string | null {
  if (fields === null) return null
  const { id } = addAddress(merchant, customer, fields, now)
  merchant.cards.set(card.token, {
    ...card,
    billingAddress: fields,
    billingAddressId: id,
    updatedAt: now,
  })
  return id
}
