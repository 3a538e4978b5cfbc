import type { AccountId, TenantId, UserId } from '@goodword/domain/ids'
import { lockAccounts } from '../../store/account-locks.ts'
import { deleteMark, deleteMarks, findMarks } from '../../store/erasure/erased-marks.ts'
import { restoreAccountId } from '../../store/erasure/erased-rows.ts'
import type { Context } from '../context.ts'
import { findErasedAccount } from './erased-account.ts'
import { marksIn } from './marks.ts'

/**
 * Lets a person who was erased be stored again, as a new user, and gives the account its ID back. What was erased stays so,
 * and so does the account's referral: no reward is earned twice. Changes nothing for others.
 */
export async function readmitPerson(
  ctx: Context,
  tenantId: TenantId,
  accountId: AccountId,
  userId: UserId,
): Promise<void> {
  await ctx.writeTenant(tenantId, async (tx) => {
    const placeholder = await findErasedAccount(tx, accountId)
    const [account] = await lockAccounts(tx, [placeholder ?? accountId])
    if (account === undefined) return
    const marks = marksIn(tx)
    if (placeholder !== null) {
      restoreAccountId(tx, account.id, accountId)
      deleteMark(tx, marks.account(accountId))
    }
    const [mark] = await findMarks(tx, [marks.person(account.id, userId)])
    if (mark !== undefined) deleteMarks(tx, mark.participant_id)
  })
}
