import type { MerchantId, StaffId } from '@goodword/domain/ids'
import { inDirectory } from '../../store/driver/directory-tx.ts'
import { listStaffPrograms } from '../../store/staff/memberships.ts'
import { endSessions, findStaffByEmail, setPassword } from '../../store/staff/staff.ts'
import type { Context } from '../context.ts'
import { createLink, linkNotValid, requireLink, useLink } from './one-time-links.ts'
import { passwordHashing } from './password.ts'
import { background, postLetter } from './staff-mails.ts'

/** Sends a link to set a new password, if the address has an account. The caller cannot tell, not even by the time. */
export function requestReset(ctx: Context, email: string): void {
  background(ctx, () => sendReset(ctx, email.toLowerCase()))
}

async function sendReset(ctx: Context, email: string): Promise<void> {
  const staff = await inDirectory(ctx.db, (tx) => findStaffByEmail(tx, email))
  if (staff === null) return
  const merchantId = await onlyMerchant(ctx, staff.id)
  if (ctx.mailServer === null && merchantId === null) return
  const link = await inDirectory(ctx.db, (tx) => createLink(tx, ctx, 'RESET', staff.id))
  await postLetter(ctx, { merchantId, recipient: email, subject: 'Set a new password', text: letterOf(link) })
}

/** Owners of a merchant may read the e-mails of those alone who belong to no other: a link lets them sign in as the recipient. */
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
 * Whose password a link sets; it is not used up.
 *
 * @throws Refusal LINK_NOT_VALID
 */
export async function readReset(ctx: Context, token: string): Promise<{ readonly email: string }> {
  const { email } = await requireLink(ctx, token, 'RESET')
  if (email === null) throw linkNotValid()
  return { email }
}

/**
 * Sets a new password by a link, and ends all sessions of the person. A second factor stays.
 *
 * @throws Refusal LINK_NOT_VALID
 */
export async function resetPassword(ctx: Context, token: string, password: string): Promise<void> {
  const { staff_id: staffId } = await requireLink(ctx, token, 'RESET')
  if (staffId === null) throw linkNotValid()
  const hash = await passwordHashing.hash(password)
  const now = ctx.clock.now()
  await inDirectory(ctx.db, async (tx) => {
    await useLink(tx, ctx, token, 'RESET', staffId)
    await setPassword(tx, { id: ctx.ids.make<string>(now), staffId, hash, now })
    await endSessions(tx, staffId)
  })
}
