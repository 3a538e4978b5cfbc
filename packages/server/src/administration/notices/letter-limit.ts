import { Refusal } from '@goodword/contract/frame/refusal'
import type { MerchantId } from '@goodword/domain/values/ids'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import type { Context } from '../../frame/context.ts'
import { type LetterAllowance, takeLetter } from '../../frame/rows/letter-allowances.ts'
import { allowanceOf, countLetterTo, recipientAllowance } from '../../outbound/mails/recipient-allowance.ts'

const HOUR_MS = 3_600_000

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
  const ofMerchant = allowanceOf(
    ctx,
    'letters of a merchant',
    merchantId,
    ctx.limits.lettersOfMerchant,
    HOUR_MS,
  )
  if (!(await countLetterTo(ctx, tx, recipient)))
    throw tooMany(TO_RECIPIENT, recipientAllowance(ctx, recipient))
  if (!(await takeLetter(tx, ofMerchant, ctx.clock.now()))) throw tooMany(OF_MERCHANT, ofMerchant)
}

const TO_RECIPIENT = 'This person was sent as many e-mails as a person may be sent in a day.'
const OF_MERCHANT = 'Your team has sent as many e-mails as it may in an hour.'

function tooMany(what: string, { everyMs }: LetterAllowance): Refusal {
  const seconds = Math.ceil(everyMs / 1000)
  const message = `${what} Nothing was stored or sent. Wait for the number of seconds in Retry-After, then try again.`
  return new Refusal('TOO_MANY_REQUESTS', message, null, seconds)
}
