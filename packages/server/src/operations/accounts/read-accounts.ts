import type { Account } from '@goodword/domain/account'
import type { AccountId, TenantId } from '@goodword/domain/ids'
import type { Currency } from '@goodword/domain/money'
import type { IdGenerator } from '../../platform/id-generator.ts'
import { findAccounts } from '../../store/accounts.ts'
import type { Database } from '../../store/database.ts'
import { loadProgram } from '../../store/programs.ts'
import { sharedRead } from '../../store/shared-read.ts'
import { readTenant } from '../../store/tenant-tx.ts'
import { tenantNow } from '../../store/test-clocks.ts'
import { settingsOf } from '../programs/program-of.ts'
import { accountOf, loadBelongings } from '../tracking/belongings.ts'

/** An account as it stands, with the currency of prices that came without one. */
export type AccountReading = {
  readonly account: Account
  readonly programCurrency: Currency
  readonly now: number
}

/** Reads an account by the merchant's id; null when it is not known. */
export type ReadAccount = (tenantId: TenantId, id: AccountId) => Promise<AccountReading | null>

export function accountReader(
  db: Database,
  now: (tenantId: TenantId) => number,
  keys: IdGenerator,
): ReadAccount {
  return sharedRead(
    db,
    async (tx, ids) => {
      const [rows, program, time] = await Promise.all([
        findAccounts(tx, ids),
        loadProgram(tx),
        tenantNow(tx, now(tx.tenantId)),
      ])
      const belongings = await loadBelongings(
        tx,
        rows.map((row) => row.id),
      )
      const programCurrency = settingsOf(program.settings).currency
      return new Map(
        rows.map((row) => {
          const account = accountOf(row, belongings, () => keys.make(row.created_at))
          return [row.external_id, { account, programCurrency, now: time }]
        }),
      )
    },
    readTenant,
  )
}
