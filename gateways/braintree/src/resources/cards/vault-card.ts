import { drawId, drawSequence } from '@goodword/sandbox/drawing/ids'
import { addAddress, changeAddress } from '../../addresses/keep-address.ts'
import { type Card, faceOf, type Verification } from '../../model/card.ts'
import type { Customer } from '../../model/customer.ts'
import type { Merchant } from '../../model/merchant.ts'
import { cardsOf } from '../../records/cards/cards-of.ts'
import { consumeNonce } from './nonces.ts'
import type { Billing, CardDraft } from './read-card.ts'

/** Adds a card to the vault. A customer's first is the default. */
export function addCard(
  merchant: Merchant,
  customer: Customer,
  draft: CardDraft,
  verification: Verification | null,
  now: number,
): Card {
  const token = draft.token ?? drawId(merchant, 6, (drawn) => merchant.cards.has(drawn))
  const card: Card = {
    ...faceOf(draft),
    token,
    sequence: drawSequence(merchant),
    customerId: customer.id,
    ...billingOf(merchant, customer, draft.billing, null, now),
    isDefault: false,
    verificationIds: [],
    createdAt: now,
    updatedAt: now,
  }
  return finished(merchant, card, draft, verification, cardsOf(merchant, customer.id).length === 0)
}

/** Changes a card. With another token it is still the card that its subscriptions pay with. */
export function changeCard(
  merchant: Merchant,
  customer: Customer,
  before: Card,
  draft: CardDraft,
  verification: Verification | null,
  now: number,
): Card {
  const token = draft.token ?? before.token
  const billing = billingOf(merchant, customer, draft.billing, before, now)
  const card: Card = { ...before, ...faceOf(draft), ...billing, token, updatedAt: now }
  if (token !== before.token) {
    merchant.cards.delete(before.token)
    for (const subscription of merchant.subscriptions.values()) {
      if (subscription.paymentMethodToken === before.token) subscription.paymentMethodToken = token
    }
  }
  return finished(merchant, card, draft, verification, before.isDefault)
}

/** Makes a card the one that its customer pays with. */
export function makeDefault(merchant: Merchant, { token, customerId }: Card): void {
  for (const each of cardsOf(merchant, customerId)) each.isDefault = each.token === token
}

function finished(
  merchant: Merchant,
  card: Card,
  draft: CardDraft,
  verification: Verification | null,
  isDefault: boolean,
): Card {
  const ids = verification === null ? [] : [verification.id]
  const vaulted: Card = { ...card, isDefault, verificationIds: [...ids, ...card.verificationIds] }
  merchant.cards.set(card.token, vaulted)
  if (draft.makesDefault) makeDefault(merchant, vaulted)
  if (verification !== null) {
    const { token, customerId } = card
    merchant.verifications.set(verification.id, { ...verification, token, customerId })
  }
  if (draft.nonce !== null) consumeNonce(draft.nonce)
  return vaulted
}

type BillingOfCard = Pick<Card, 'billingAddress' | 'billingAddressId'>

function billingOf(
  merchant: Merchant,
  customer: Customer,
  billing: Billing,
  before: BillingOfCard | null,
  now: number,
): BillingOfCard {
  switch (billing.kind) {
    case 'unsaid':
      return {
        billingAddress: before?.billingAddress ?? null,
        billingAddressId: before?.billingAddressId ?? null,
      }
    case 'kept':
      return { billingAddress: billing.fields, billingAddressId: billing.id }
    case 'added':
      return {
        billingAddress: billing.fields,
        billingAddressId: addAddress(merchant, customer, billing.fields, now).id,
      }
    case 'changed': {
      const address = customer.addresses.find((each) => each.id === billing.id)
      if (address !== undefined) changeAddress(merchant, customer, address, billing.fields, now)
      return { billingAddress: billing.fields, billingAddressId: billing.id }
    }
  }
}
