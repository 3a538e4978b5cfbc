import { drawId } from '@goodword/sandbox/drawing/ids'
import type { Account } from '@goodword/sandbox/model/account'

/** A new id with the prefix of its kind: the same requests get the same ids. */
export function newId(account: Pick<Account, 'id' | 'drawn'>, prefix: string, length = 24): string {
  return `${prefix}_${drawId(account, length, () => false)}`
}
