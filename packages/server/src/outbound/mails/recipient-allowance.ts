import { emailKey } from '@goodword/domain/values/email-key'
import type { TenantId } from '@goodword/domain/values/ids'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import type { Context } from '../../frame/context.ts'
import { deleteFullAllowances, type LetterAllowance, takeLetter } from '../../frame/rows/letter-allowances.ts'

const DAY_MS = 86_400_000
/** Allowances belong to no tenant. */
const NO_TENANT = '*' as TenantId

/**
 * Counts a letter to a recipient, over the whole service. It counts when the transaction is committed, and uses up no merchant's
 * allowance. False when it may not be sent.
 */
export async function countLetterTo(ctx: Context, tx: DirectoryTx, recipient: string): Promise<boolean> {
  const now = ctx.clock.now()
  await deleteFullAllowances(tx, now)
  return takeLetter(tx, recipientAllowance(ctx, recipient), now)
}

export function recipientAllowance(ctx: Context, recipient: string): LetterAllowance {
  // All spellings of one mailbox.
  return allowanceOf(
    ctx,
    'letters of a recipient',
    emailKey(recipient),
    ctx.limits.lettersToRecipient,
    DAY_MS,
  )
}

/** The time in milliseconds after which a recipient who got as many letters as they may can get another one. */
export function nextLetterMs(ctx: Context): number {
  return recipientAllowance(ctx, '').everyMs
}

/** An allowance of so many in a time, which come back one by one. */
export function allowanceOf(
  { secretBox }: Context,
  what: string,
  name: string,
  most: number,
  periodMs: number,
): LetterAllowance {
  return {
    subject: secretBox.erasedMark(NO_TENANT, what, [name]),
    most,
    everyMs: Math.ceil(periodMs / most),
  }
}
