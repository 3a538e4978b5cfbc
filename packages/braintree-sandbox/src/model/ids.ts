import { createHash } from 'node:crypto'
import type { Merchant } from './merchant.ts'

const LETTERS = 'bcdfghjkmnpqrstvwxyz23456789'
const DIGITS = '123456789'

/** An unused id of the merchant: the same requests get the same ids. */
export function drawId(merchant: Merchant, length: number, taken: (id: string) => boolean): string {
  return draw(merchant, length, LETTERS, taken)
}

/** Draws a number like those that the gateway gives to customers without an id of their own. */
export function drawNumber(merchant: Merchant, length: number, taken: (id: string) => boolean): string {
  return draw(merchant, length, DIGITS, taken)
}

/** The place in the order in which the merchant's things were created; lists are newest first by it. */
export function drawSequence(merchant: Merchant): number {
  merchant.drawn += 1
  return merchant.drawn
}

function draw(merchant: Merchant, length: number, alphabet: string, taken: (id: string) => boolean): string {
  for (;;) {
    const bytes = createHash('sha512')
      .update(`${merchant.id} ${drawSequence(merchant)}`)
      .digest()
    const id = Array.from(bytes.subarray(0, length), (byte) => alphabet[byte % alphabet.length]).join('')
    if (!taken(id)) return id
  }
}
