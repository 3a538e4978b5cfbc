import type { ExportedUser } from '@goodword/contract/files/exported-records'
import { timeCell } from '@goodword/domain/files/csv-record'
import { idsCreated } from '../../../engine/lists/id-range.ts'
import { walkUsers } from '../../../referring/users/rows/user-search.ts'
import type { FullUserRow } from '../../../referring/users/rows/users.ts'
import { userAnswer } from '../../../referring/users/user-answer.ts'
import {
  type ExportedAccountRow,
  type ExportedCodeRow,
  loadExportedAccounts,
  loadExportedCodes,
  loadExportedFormerCodes,
} from '../../rows/exported-rows.ts'
import type { ExportedKind } from '../exported-kind.ts'

/** The first columns are those of an import. */
export const exportedUsers: ExportedKind<ExportedUser> = {
  async read(ctx, tx, { from, to, position, limit }) {
    const range = idsCreated(from, to)
    const rows = await walkUsers(tx, { ...range, after: position ?? range.after }, limit)
    const users = rows.map((row) => row.id)
    const [accounts, codes, formers] = await Promise.all([
      loadExportedAccounts(tx, [...new Set(rows.map((row) => row.account_id))]),
      loadExportedCodes(tx, users),
      loadExportedFormerCodes(tx, users),
    ])
    const accountOf = new Map(accounts.map((it) => [it.id, it]))
    const codesOf = Map.groupBy(codes, (it) => it.user_id)
    const formersOf = Map.groupBy(formers, (it) => it.user_id)
    return rows.map((row) => ({
      position: row.id,
      answer: {
        ...userAnswer(ctx, tx.tenantId, row),
        ...stateOf(row, accountOf.get(row.account_id), codesOf.get(row.id) ?? []),
        formerCodes: (formersOf.get(row.id) ?? []).map((it) => it.spelling).toSorted(),
      },
    }))
  },
  columns: {
    accountId: (it) => it.accountId,
    id: (it) => it.id,
    email: (it) => it.email,
    firstName: (it) => it.firstName,
    lastName: (it) => it.lastName,
    locale: (it) => it.locale,
    referralCode: (it) => it.referralCode,
    shareLink: (it) => it.shareLinks.direct,
    dateCreated: (it) => timeCell(it.dateCreated),
    dateBlocked: (it) => timeCell(it.dateBlocked),
    blockReason: (it) => it.blockReason,
    dateClosed: (it) => timeCell(it.dateClosed),
    dateCodeDisabled: (it) => timeCell(it.dateCodeDisabled),
    dateCodeExpires: (it) => timeCell(it.dateCodeExpires),
    furtherCodes: (it) => (it.furtherCodes.length === 0 ? null : JSON.stringify(it.furtherCodes)),
    formerCodes: (it) => (it.formerCodes.length === 0 ? null : it.formerCodes.join('|')),
  },
}

function stateOf(
  row: FullUserRow,
  account: ExportedAccountRow | undefined,
  codes: readonly ExportedCodeRow[],
): Omit<ExportedUser, keyof ReturnType<typeof userAnswer> | 'formerCodes'> {
  const own = codes.find((it) => it.code === row.code)
  const further = codes.filter((it) => it !== own).sort((one, other) => one.created_at - other.created_at)
  return {
    blockReason: account?.blocked_reason ?? null,
    dateClosed: account?.closed_at ?? null,
    dateCodeDisabled: own?.disabled_at ?? null,
    dateCodeExpires: own?.expires_at ?? null,
    furtherCodes: further.map((it) => ({
      code: it.code,
      dateDisabled: it.disabled_at,
      dateExpires: it.expires_at,
    })),
  }
}
