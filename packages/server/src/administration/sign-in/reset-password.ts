import type { MerchantId, StaffId } from '@goodword/domain/values/ids'
import { inDirectory } from '../../engine/driver/directory-tx.ts'
import type { Context } from '../../frame/context.ts'
import { countLetterTo } from '../../outbound/mails/recipient-allowance.ts'
import { type Client, noteOwnAct } from '../notices/note-act.ts'
import { background, postLetter } from '../notices/staff-mails.ts'
import { listStaffPrograms } from '../rows/memberships.ts'
import { endSessions, findStaffByEmail, setPassword } from '../rows/staff.ts'
import { createLink, linkNotValid, requireLink, useLink } from './one-time-links.ts'
import { passwordHashing } from './password.ts'
import { proveAddress } from './prove-address.ts'

/**
 * Sends a link to set a new password, if the address has an account. The caller cannot tell, not even by the time. Without a mail
 * server nothing could bring the link to its owner alone, so none is made: the operator's command `staff reset` prints one.
 */
export function requestReset(ctx: Context, email: string, client: Client): void {
  background(ctx, () => sendReset(ctx, email.toLowerCase(), client))
}

async function sendReset(ctx: Context, email: string, client: Client): Promise<void> {
  const staff = await inDirectory(ctx.db, (tx) => findStaffByEmail(tx, email))
  if (staff === null) return
  await noteOwnAct(ctx, staff.id, client, 'staff.ask-reset')
  if (ctx.mailServer === null) return
  const merchantId = await onlyMerchant(ctx, staff.id)
  const link = await inDirectory(ctx.db, async (tx) =>
    (await countLetterTo(ctx, tx, email)) ? createLink(tx, ctx, 'RESET', staff.id) : null,
  )
  // Links that were sent still work.
  if (link === null) return
  await postLetter(ctx, {
    merchantId,
    recipient: email,
    subject: 'Set a new password',
    textWith: letterOf,
    link,
  })
}

/** Owners of a merchant see the e-mails of those alone who belong to no other. */
async function onlyMerchant(ctx: Context, staffId: StaffId): Promise<MerchantId | null> {
  const ids = new Set((await listStaffPrograms(ctx.db, staffId)).map((it) => it.merchant_id))
  const [id] = ids
  return ids.size === 1 && id !== undefined ? id : null
}

function letterOf(link: string): string {
  return [
    'Hello,',
    '',
    'somebody asked for a new password for your account in Goodword. Open this link within an hour to set one:',
    '',
    link,
    '',
    'If it was not you, you can ignore this e-mail. Your password stays as it is.',
    '',
  ].join('\n')
}

/**
 * Finds whose password a link sets; it is not used up.
 *
 * @throws Refusal LINK_NOT_VALID
 */
export async function readReset(ctx: Context, token: string): Promise<{ readonly email: string }> {
  const { email } = await requireLink(ctx, token, 'RESET')
  if (email === null) throw linkNotValid()
  return { email }
}

/**
 * Sets a new password by a link, and ends all sessions of the person. A second factor stays, but at the first proof of the address:
 * then it may be that of another person, and ends with all that was set up before.
 *
 * @throws Refusal LINK_NOT_VALID
 */
export async function resetPassword(
  ctx: Context,
  token: string,
  password: string,
  client: Client,
): Promise<void> {
  const link = await requireLink(ctx, token, 'RESET')
  const { staff_id: staffId } = link
  if (staffId === null) throw linkNotValid()
  const hash = await passwordHashing.hash(password)
  const now = ctx.clock.now()
  await inDirectory(ctx.db, async (tx) => {
    await useLink(tx, ctx, token, 'RESET', staffId)
    if (link.address_proven_at === null) await proveAddress(tx, ctx, staffId)
    await setPassword(tx, { id: ctx.ids.make<string>(now), staffId, hash, now })
    await endSessions(tx, staffId)
  })
  await noteOwnAct(ctx, staffId, client, 'staff.reset-password')
}
