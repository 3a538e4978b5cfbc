import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { marksIn } from '../../frame/erased/marks.ts'
import { findMarks } from '../../frame/rows/erased-marks.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { lockAccounts } from '../rows/account-locks.ts'
import { type AccountRow, findAccounts } from '../rows/accounts.ts'

/** The placeholder of an account whose ID was replaced, by the ID that its merchant knows; null for any other ID. */
export async function findErasedAccount(tx: Transaction, id: AccountId): Promise<AccountId | null> {
  const { has_erasures } = await loadProgram(tx)
  if (!has_erasures) return null
  const [mark] = await findMarks(tx, [marksIn(tx).account(id)])
  // The replacement of an account's ID is one.
  return (mark?.replacement ?? null) as AccountId | null
}

/** An account by the merchant's ID, an erased one by its former ID as well; null when there is none. */
export async function findAccount(tx: Transaction, id: AccountId): Promise<AccountRow | null> {
  const [account] = await findAccounts(tx, [id])
  if (account !== undefined) return account
  const erased = await findErasedAccount(tx, id)
  return erased === null ? null : ((await findAccounts(tx, [erased]))[0] ?? null)
}

/** Finds an account and locks it: no call changes it until the transaction ends. */
export async function lockAccount(tx: Transaction, id: AccountId): Promise<AccountRow | null> {
  const [account] = await lockAccounts(tx, [id])
  if (account !== undefined) return account
  const erased = await findErasedAccount(tx, id)
  return erased === null ? null : ((await lockAccounts(tx, [erased]))[0] ?? null)
}

/** The placeholder of an erased account, read in a transaction of its own. */
export function readErasedAccount(
  ctx: Context,
  tenantId: TenantId,
  id: AccountId,
): Promise<AccountId | null> {
  return ctx.readTenant(tenantId, (tx) => findErasedAccount(tx, id))
}

/** The placeholder of a referral code that was erased; null for any other code. Read in a transaction of its own. */
export function readErasedCode(
  ctx: Context,
  tenantId: TenantId,
  code: ReferralCode,
): Promise<ReferralCode | null> {
  return ctx.readTenant(tenantId, async (tx) => {
    const { has_erasures } = await loadProgram(tx)
    if (!has_erasures) return null
    const [mark] = await findMarks(tx, [marksIn(tx).code(code)])
    // The replacement of a code is one.
    return (mark?.replacement ?? null) as ReferralCode | null
  })
}

/** Whether a customer of the payment processor belongs to an account that was erased: its notifications are not kept. */
export async function isErasedCustomer(tx: Transaction, id: string): Promise<boolean> {
  const { has_erasures } = await loadProgram(tx)
  return has_erasures && (await findMarks(tx, [marksIn(tx).customer(id)])).length > 0
}
