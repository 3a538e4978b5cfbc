import { Refusal } from '@goodword/contract/frame/refusal'
import type { User } from '@goodword/contract/users/user'
import type { AccountId, TenantId, UserId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { findUser } from './rows/users.ts'
import { userAnswer } from './user-answer.ts'

/** A user of an account, by the merchant's IDs. @throws Refusal USER_NOT_FOUND */
export async function readUser(
  ctx: Context,
  tenantId: TenantId,
  accountId: AccountId,
  userId: UserId,
): Promise<User> {
  const user = await ctx.readTenant(tenantId, (tx) => findUser(tx, accountId, userId))
  if (user === null) {
    throw new Refusal('USER_NOT_FOUND', `No such user: ${userId} in account ${accountId}.`, 'userId')
  }
  return userAnswer(ctx, tenantId, user)
}
