import { inDirectory } from '../../engine/driver/directory-tx.ts'
import type { Context } from '../../frame/context.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { noteAboutPerson } from '../notices/note-act.ts'
import { endSessions, findStaffByEmail, removeSecondFactors } from '../rows/staff.ts'
import { createLink } from './one-time-links.ts'

/**
 * A link by which a person sets a new password. Without their second factors, their sessions end at once.
 *
 * @throws OperatorError for an unknown address
 */
export async function resetLink(
  ctx: Context,
  email: string,
  withoutSecondFactor: boolean,
): Promise<{ readonly email: string; readonly link: string; readonly secondFactorRemoved: boolean }> {
  const { staffId, link } = await inDirectory(ctx.db, async (tx) => {
    const staff = await findStaffByEmail(tx, email.toLowerCase())
    if (staff === null)
      throw new OperatorError(`No person of staff has the address ${JSON.stringify(email)}.`)
    if (withoutSecondFactor) {
      await removeSecondFactors(tx, staff.id)
      await endSessions(tx, staff.id)
    }
    return { staffId: staff.id, link: await createLink(tx, ctx, 'RESET', staff.id) }
  })
  const secondFactorRemoved = withoutSecondFactor
  await noteAboutPerson(ctx, staffId, 'staff.make-reset-link', { secondFactorRemoved })
  return { email: email.toLowerCase(), link, secondFactorRemoved }
}
