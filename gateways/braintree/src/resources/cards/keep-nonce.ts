import { createHash } from 'node:crypto'
import { drawSequence } from '@goodword/sandbox/drawing/ids'
import { type Card, faceOf, type Nonce } from '../../model/card.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { ChargedCard } from '../../model/transaction.ts'

export type CardOfNonce = ChargedCard & Pick<Nonce, 'billingAddress'> & Partial<Pick<Nonce, 'cvvResponse'>>

/** A nonce for a card; `vaulted` is the card that is in the vault already. */
export function keepNonce(merchant: Merchant, now: number, of: CardOfNonce, vaulted: Card | null): Nonce {
  const nonce: Nonce = {
    nonce: drawNonce(merchant),
    ...faceOf(of),
    billingAddress: of.billingAddress,
    cvvResponse: of.cvvResponse ?? 'I',
    wantedToken: vaulted === null ? of.token : null,
    token: vaulted?.token ?? null,
    customerId: vaulted?.customerId ?? null,
    isConsumed: false,
    createdAt: now,
  }
  merchant.nonces.set(nonce.nonce, nonce)
  return nonce
}

/** Draws a nonce in the form of the gateway's: a UUID. */
function drawNonce(merchant: Merchant): string {
  const hex = createHash('sha256')
    .update(`nonce ${merchant.id} ${drawSequence(merchant)}`)
    .digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}
