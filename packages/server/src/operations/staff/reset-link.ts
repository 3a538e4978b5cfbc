import { inDirectory } from '../../store/driver/directory-tx.ts'
import { endSessions, findStaffByEmail, removeSecondFactors } from '../../store/staff/staff.ts'
import type { Context } from '../context.ts'
import { OperatorError } from '../tenants/operator-error.ts'
import { createLink } from './one-time-links.ts'

/**
 * A link by which a person sets a new password. Without their second factors, their sessions end at once.
 *
 * @throws OperatorError for an unknown address
 */
export function resetLink(
  ctx: Context,
  email: string,
  withoutSecondFactor: boolean,
): Promise<{ readonly email: string; readonly link: string; readonly secondFactorRemoved: boolean }> {
  return inDirectory(ctx.db, async (tx) => {
    const staff = await findStaffByEmail(tx, email.toLowerCase())
    if (staff === null)
      throw new OperatorError(`No person of staff has the address ${JSON.stringify(email)}.`)
    if (withoutSecondFactor) {
      await removeSecondFactors(tx, staff.id)
      await endSessions(tx, staff.id)
    }
    const link = await createLink(tx, ctx, 'RESET', staff.id)
    return { email: email.toLowerCase(), link, secondFactorRemoved: withoutSecondFactor }
  })
}
