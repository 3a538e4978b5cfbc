import { createHash } from 'node:crypto'
import type { Account } from '../model/account.ts'

const LETTERS = 'bcdfghjkmnpqrstvwxyz23456789'
const DIGITS = '123456789'

type Drawing = Pick<Account, 'id' | 'drawn'>

/** An unused id of the account: the same requests get the same ids. */
export function drawId(account: Drawing, length: number, taken: (id: string) => boolean): string {
  return draw(account, length, LETTERS, taken)
}

/** An unused number of so many digits, of which none is 0. */
export function drawNumber(account: Drawing, length: number, taken: (id: string) => boolean): string {
  return draw(account, length, DIGITS, taken)
}

/** The place in the order in which the account's things were created; lists are newest first by it. */
export function drawSequence(account: Drawing): number {
  account.drawn += 1
  return account.drawn
}

function draw(account: Drawing, length: number, alphabet: string, taken: (id: string) => boolean): string {
  for (;;) {
    const bytes = createHash('sha512')
      .update(`${account.id} ${drawSequence(account)}`)
      .digest()
    const id = Array.from(bytes.subarray(0, length), (byte) => alphabet[byte % alphabet.length]).join('')
    if (!taken(id)) return id
  }
}
