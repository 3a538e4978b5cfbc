import { Refusal } from '@goodword/contract/frame/refusal'
import type { AccountId, TenantId, UserId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { findUser } from './rows/users.ts'
import { type UserReading, userReading } from './user-reading.ts'

/** A person of an account, by the merchant's ids. */
export async function readUser(
  ctx: Context,
  tenantId: TenantId,
  accountId: AccountId,
  userId: UserId,
): Promise<UserReading> {
  const user = await ctx.readTenant(tenantId, (tx) => findUser(tx, accountId, userId))
  if (user === null) {
    throw new Refusal('USER_NOT_FOUND', `No such user: ${userId} in account ${accountId}.`, 'userId')
  }
  return userReading(user)
}
