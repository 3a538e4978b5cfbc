import type { Account } from '@goodword/domain/referrals/account'
import type { AccountId, TenantId } from '@goodword/domain/values/ids'
import type { Currency } from '@goodword/domain/values/money'
import type { Context, Transaction } from '../../frame/context.ts'
import { programOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { sharedRead } from '../../frame/shared-read.ts'
import { readErasedAccount } from '../../tracking/erased/erased-account.ts'
import { accountOf, loadRelatedRows } from '../../tracking/related-rows.ts'
import { findAccounts } from '../../tracking/rows/accounts.ts'

/** A stored account, with the currency of prices that were sent without one. */
export type StoredAccount = {
  readonly account: Account
  readonly programCurrency: Currency
  readonly now: number
}

/** Reads an account by the merchant's id, an erased one by its former ID as well; null when it is not known. */
export async function readAccount(
  ctx: Context,
  tenantId: TenantId,
  id: AccountId,
): Promise<StoredAccount | null> {
  const account = await sharedRead(ctx, tenantId, id, loadAccounts, 'in steps')
  if (account !== null) return account
  const erased = await readErasedAccount(ctx, tenantId, id)
  return erased === null ? null : sharedRead(ctx, tenantId, erased, loadAccounts, 'in steps')
}

async function loadAccounts(
  tx: Transaction,
  ids: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, StoredAccount>> {
  const [rows, program] = await Promise.all([findAccounts(tx, ids), loadProgram(tx)])
  const relatedRows = await loadRelatedRows(
    tx,
    rows.map((row) => row.id),
  )
  const { currency: programCurrency } = programOf(program.settings)
  return new Map(
    rows.map((row) => [
      row.external_id,
      { account: accountOf(row, relatedRows, tx.newId), programCurrency, now: tx.now },
    ]),
  )
}
