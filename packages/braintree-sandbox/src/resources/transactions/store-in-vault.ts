import type { Customer } from '../../model/customer.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Transaction } from '../../model/transaction.ts'
import type { CardDraft } from '../cards/read-card.ts'
import { addCard } from '../cards/vault-card.ts'
import { addCustomer } from '../customers/add-customer.ts'
import { addAddress } from '../customers/keep-address.ts'
import type { Sale } from './read-sale.ts'

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
    const { token } = addCard(merchant, customer, draft, null, now)
    transaction.card = { ...transaction.card, token }
    transaction.customer = { id: customer.id, ...customer.fields }
  }
  if (source.kind === 'vaulted' && wanted.storesBilling && sale.billing !== source.card.billingAddress) {
    addBilling(merchant, customer, sale, now)
  }
  if (wanted.storesShipping && sale.shipping !== null) addAddress(merchant, customer, sale.shipping, now)
}

function withBilling(draft: CardDraft, { billing }: Sale): CardDraft {
  return billing === null ? draft : { ...draft, billing: { kind: 'added', fields: billing } }
}

function addBilling(merchant: Merchant, customer: Customer, { source, billing }: Sale, now: number): void {
  if (source.kind !== 'vaulted' || billing === null) return
  const { id } = addAddress(merchant, customer, billing, now)
  merchant.cards.set(source.card.token, {
    ...source.card,
    billingAddress: billing,
    billingAddressId: id,
    updatedAt: now,
  })
}
