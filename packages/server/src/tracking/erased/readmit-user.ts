import { Refusal } from '@goodword/contract/frame/refusal'
import type { AccountId, TenantId, UserId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { marksIn } from '../../frame/erased/marks.ts'
import { deleteMark, deleteMarks, findMarks } from '../../frame/rows/erased-marks.ts'
import { lockAccounts } from '../rows/account-locks.ts'
import { findErasedAccount } from './erased-account.ts'
import { restoreAccountId } from './rows/erased-rows.ts'
import { loadErasure } from './rows/erasures.ts'

/**
 * Lets a person who was erased be stored again, as a new user, and gives the account its ID back. What was erased stays so,
 * and so does the account's referral: no reward is earned twice. Changes nothing for others.
 *
 * @throws Refusal USER_ERASED while the erasure is in progress: it would erase what is stored now as well
 */
export async function readmitUser(
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
    const found = await findMarks(tx, [marks.person(account.id, userId), marks.account(accountId)])
    for (const { user_id: user } of found) {
      const erasure = await loadErasure(tx, user)
      if (erasure !== null && erasure.wanted_box !== null) throw inProgress()
    }
    if (placeholder !== null) {
      restoreAccountId(tx, account.id, accountId)
      deleteMark(tx, marks.account(accountId))
    }
    const user = found.find((it) => it.mark === marks.person(account.id, userId))
    if (user !== undefined) deleteMarks(tx, user.user_id)
  })
}

function inProgress(): Refusal {
  return new Refusal(
    'USER_ERASED',
    'The erasure of this user is in progress. Send the request again in two minutes.',
    'readmit',
  )
}
