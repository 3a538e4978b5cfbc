import { Refusal } from '@goodword/contract/refusal'
import { emailKey } from '@goodword/domain/values/email-key'
import type { MerchantId, TenantId } from '@goodword/domain/values/ids'
import type { DirectoryTx } from '../../../store/driver/directory-tx.ts'
import {
  deleteFullAllowances,
  type LetterAllowance,
  takeLetter,
} from '../../../store/staff/letter-allowances.ts'
import type { Context } from '../../foundation/context.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Allowances belong to no tenant. */
const NO_TENANT = '*' as TenantId

/**
 * Counts a letter that a member of staff causes to be sent. It counts when the transaction is committed.
 *
 * @throws Refusal TOO_MANY_REQUESTS
 */
export async function countLetter(
  ctx: Context,
  tx: DirectoryTx,
  merchantId: MerchantId,
  recipient: string,
): Promise<void> {
  if (ctx.mailServer === null) return
  const ofMerchant = allowanceOf(ctx, 'merchant', merchantId, ctx.limits.lettersOfMerchant, HOUR_MS)
  if (!(await countLetterTo(ctx, tx, recipient)))
    throw tooMany(TO_RECIPIENT, recipientAllowance(ctx, recipient))
  if (!(await takeLetter(tx, ofMerchant, ctx.clock.now()))) throw tooMany(OF_MERCHANT, ofMerchant)
}

/**
 * Counts a letter to a recipient that anybody may cause, so that no merchant's allowance is used up. False when it may not be
 * sent.
 */
export async function countLetterTo(ctx: Context, tx: DirectoryTx, recipient: string): Promise<boolean> {
  const now = ctx.clock.now()
  await deleteFullAllowances(tx, now)
  return takeLetter(tx, recipientAllowance(ctx, recipient), now)
}

function recipientAllowance(ctx: Context, recipient: string): LetterAllowance {
  // All spellings of one mailbox.
  return allowanceOf(ctx, 'recipient', emailKey(recipient), ctx.limits.lettersToRecipient, DAY_MS)
}

function allowanceOf(
  { secretBox }: Context,
  kind: 'merchant' | 'recipient',
  name: string,
  most: number,
  periodMs: number,
): LetterAllowance {
  return {
    subject: secretBox.erasedMark(NO_TENANT, `letters of a ${kind}`, [name]),
    most,
    everyMs: Math.ceil(periodMs / most),
  }
}

const TO_RECIPIENT = 'This person was sent as many e-mails as a person may be sent in a day.'
const OF_MERCHANT = 'Your team has sent as many e-mails as it may in an hour.'

function tooMany(what: string, { everyMs }: LetterAllowance): Refusal {
  const seconds = Math.ceil(everyMs / 1000)
  const message = `${what} Nothing was stored or sent. Wait for the number of seconds in Retry-After, then try again.`
  return new Refusal('TOO_MANY_REQUESTS', message, null, seconds)
}
