import { Refusal } from '@goodword/contract/frame/refusal'
import type { AccountId, TenantId, UserId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { type PersonReading, personReading } from './person-reading.ts'
import { findPerson } from './rows/people.ts'

/** A person of an account, by the merchant's ids. */
export async function readPerson(
  ctx: Context,
  tenantId: TenantId,
  accountId: AccountId,
  userId: UserId,
): Promise<PersonReading> {
  const person = await ctx.readTenant(tenantId, (tx) => findPerson(tx, accountId, userId))
  if (person === null) {
    throw new Refusal('USER_NOT_FOUND', `No such user: ${userId} in account ${accountId}.`, 'userId')
  }
  return personReading(person)
}
