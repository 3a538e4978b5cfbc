import { readTypedCode } from '@goodword/domain/referrals/typed-code'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import type { Transaction } from '../../../frame/context.ts'
import { marksIn } from '../../../frame/erased/marks.ts'
import { findMarks } from '../../../frame/rows/erased-marks.ts'
import { findAccounts } from '../../../tracking/rows/accounts.ts'
import type { ImportRow } from '../../rows/imports.ts'
import { wasErasedSince } from '../../rows/rejected-imports.ts'
import { importColumnsOf } from '../import-columns.ts'
import { sourceRows } from '../import-rows.ts'
import type { FileRecord } from '../reading/file-records.ts'
import { isFault, type RowFault } from '../reading/row-result.ts'

/** A row that was not imported. */
export type RejectedRow = FileRecord & { readonly bytes: Buffer; readonly fault: RowFault }

/** The fields of all kinds that name an account, a user of one, and a code. */
const accountFields = ['accountId', 'referredAccountId', 'referringAccountId'] as const
const userFields = [
  ['accountId', 'id'],
  ['referringAccountId', 'referringUserId'],
] as const
const codeFields = ['referralCode'] as const

/** The rows that name no person, account or code that was erased, as far as they can be read. */
export async function withoutErased(
  tx: Transaction,
  row: ImportRow,
  rows: readonly RejectedRow[],
): Promise<readonly RejectedRow[]> {
  // Few tenants have erased anyone, and marks take longer than the rows.
  if (!(await wasErasedSince(tx, 0))) return rows
  const named = namedIn(row, rows)
  const ids = [...new Set(named.flatMap((it) => it.users.map(([account]) => account)))]
  const keys = new Map((await findAccounts(tx, ids)).map((it) => [it.external_id, it.id]))
  const marks = marksIn(tx)
  const marksOf = named.map(({ accounts, users, codes }) => [
    ...accounts.map(marks.account),
    ...codes.map(marks.code),
    ...users.flatMap(([account, user]) => {
      const key = keys.get(account)
      return key === undefined ? [] : [marks.person(key, user)]
    }),
  ])
  const found = new Set((await findMarks(tx, [...new Set(marksOf.flat())])).map((it) => it.mark))
  return rows.filter((_, index) => marksOf[index]?.some((it) => found.has(it)) !== true)
}

function namedIn(row: ImportRow, rows: readonly RejectedRow[]) {
  const { fields } = importColumnsOf(row.kind, row.mapping)
  return sourceRows(row, rows).map(({ source }) => {
    const texts = (field: string): readonly string[] => {
      if (isFault(source)) return []
      const values = (fields[field] ?? []).map((column) => source.valueOf(column))
      return values.filter((it) => typeof it === 'string')
    }
    return {
      // Only compared with what is stored.
      accounts: accountFields.flatMap(texts) as AccountId[],
      users: userFields.flatMap(([account, user]) =>
        texts(account).flatMap((one) => texts(user).map((it) => [one as AccountId, it as UserId] as const)),
      ),
      codes: codeFields.flatMap(texts).flatMap((it) => readTypedCode(it) ?? []),
    }
  })
}
