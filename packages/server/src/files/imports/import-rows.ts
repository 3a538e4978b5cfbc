import { ruleOfFormat } from '@goodword/contract/frame/formats'
import { Refusal } from '@goodword/contract/frame/refusal'
import { parseDateFormat } from '@goodword/domain/files/import-date'
import { type ReferralStatus, referralStatuses } from '@goodword/domain/referrals/account'
import type { RecordCommand } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import { readUsedCode, type UsedCode } from '@goodword/domain/referrals/used-code'
import type { AccountId, UserId, UserIds } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { readSentCodes } from '../../referring/codes/present-code.ts'
import { decideIn } from '../../tracking/decide-calls.ts'
import { loadKnownUsers } from '../../tracking/rows/known-users.ts'
import { saveIn } from '../../tracking/save-decided.ts'
import type { ImportRow } from '../rows/imports.ts'
import { type ClaimedRow, claimRows } from './dry-run-claims.ts'
import { claimsOfBalance, importBalances, readBalanceRow } from './import-balances.ts'
import { ignoredColumns, importColumnsOf } from './import-columns.ts'
import { claimsOfUser, importUsers, readUserRow, resultsOf } from './import-users.ts'
import type { FileRecord } from './reading/file-records.ts'
import { csvRows, type FileRow, jsonRows, separatorNamed } from './reading/file-rows.ts'
import { type DateFormat, RowFields } from './reading/row-fields.ts'
import { isFault, type RowFault, type RowResult, readRow } from './reading/row-result.ts'
import { headerOf } from './recognition/header.ts'
import { readRecordedSide } from './recorded-side.ts'

/** The result of the row that begins on a line. */
export type RowOutcome = { readonly line: number; readonly result: RowResult }

/** The results of rows, and the columns with values that are not imported. */
export type ImportedRows = { readonly outcomes: readonly RowOutcome[]; readonly ignored: readonly string[] }

/** Imports rows of a file in the transaction, or only checks them in a dry run; returns what became of each. */
export async function importRows(
  ctx: Context,
  tx: Transaction,
  row: ImportRow,
  records: readonly FileRecord[],
): Promise<ImportedRows> {
  const { kind, mapping, is_dry_run: isDryRun } = row
  const columns = importColumnsOf(kind, mapping)
  const rows = sourceRows(row, records)
  const dateFormat = dateFormatOf(row.date_format)
  const fieldsOf = ({ source }: FileRow) =>
    isFault(source) ? source : { read: () => new RowFields(columns, source, dateFormat) }
  const work = importers(ctx, tx, row)[kind]
  const results = await work(rows.map(fieldsOf), isDryRun)
  const valued = new Set(rows.flatMap(({ source }) => (isFault(source) ? [] : source.names())))
  return {
    outcomes: rows.map(({ line }, index) => ({ line, result: results[index] ?? 'unchanged' })),
    ignored: ignoredColumns([...valued], kind, columns),
  }
}

/** The rows of an import before their values are checked. */
export function sourceRows(row: ImportRow, records: readonly FileRecord[]): readonly FileRow[] {
  const { kind, mapping, format, column_names: names, separator } = row
  if (format === 'ndjson') return jsonRows(records)
  const header = headerOf(names, kind, importColumnsOf(kind, mapping))
  return csvRows(records, header, names.length, separatorNamed(separator))
}

/** A stored format was checked when the file was received. */
function dateFormatOf(name: string | null): DateFormat | null {
  const parsed = name === null ? null : parseDateFormat(name)
  return name === null || parsed === null ? null : { name, parsed }
}

type Readable = { readonly read: () => RowFields }
type Importer = (rows: readonly (Readable | RowFault)[], isDryRun: boolean) => Promise<readonly RowResult[]>

function importers(
  ctx: Context,
  tx: Transaction,
  { id }: ImportRow,
): Readonly<Record<ImportRow['kind'], Importer>> {
  const { now } = tx
  const of = <Row extends object>(kind: KindOfRow<Row>): Importer => importer(tx, id, kind)
  return {
    users: of({
      read: (fields) => readUserRow(fields, now),
      store: (rows, isDryRun) => importUsers(ctx, tx, rows, isDryRun),
      claims: claimsOfUser,
    }),
    referrals: of({
      read: (fields) => readReferralRow(fields, now),
      store: (rows, isDryRun) => importReferrals(tx, rows, isDryRun),
      claims: claimsOfReferral,
    }),
    balances: of({
      read: (fields) => readBalanceRow(fields, now),
      store: (rows, isDryRun) => importBalances(tx, rows, isDryRun),
      claims: claimsOfBalance,
    }),
  }
}

type KindOfRow<Row> = {
  readonly read: (fields: RowFields) => Row
  readonly store: (rows: readonly Row[], isDryRun: boolean) => Promise<readonly RowResult[]>
  readonly claims: (row: Row) => ClaimedRow
}

/** Faulty rows are left out, and keep their place among the results. */
function importer<Row extends object>(
  tx: Transaction,
  id: ImportRow['id'],
  { read, store, claims }: KindOfRow<Row>,
): Importer {
  return async (sources, isDryRun) => {
    const rows = sources.map((it) => (isFault(it) ? it : readRow(it.read, read)))
    const sound = rows.filter((it): it is Row => !isFault(it))
    const stored = sound.length === 0 ? [] : await store(sound, isDryRun)
    const results = isDryRun ? await claimRows(tx, id, sound.map(claims), stored) : stored
    let next = 0
    return rows.map((it) => {
      if (isFault(it)) return it
      next += 1
      return results[next - 1] ?? 'unchanged'
    })
  }
}

/** The referrer: the code itself, or the user. */
type ReferrerOfRow = { readonly used: UsedCode } | UserIds

/** A referral that happened elsewhere, in any state. */
type ReferralRow = Omit<RecordCommand, 'kind' | 'code'> & {
  readonly referrer: ReferrerOfRow
  readonly referredAccountId: AccountId
}

/** `now` is of the tenant's clock: recorded events are past. */
function readReferralRow(fields: RowFields, now: number): ReferralRow {
  const referredAccountId = fields.requiredText('referredAccountId', 'merchant-id') as AccountId
  const referrer = referrerIn(fields)
  const status = fields.status('status', referralStatuses)
  const dates = {
    startedAt: fields.requiredDate('dateReferralStarted'),
    convertedAt: fields.date('dateConverted') ?? null,
    endedAt: fields.date('dateReferralEnded') ?? null,
  }
  requireOrder(dates, now)
  if (status !== undefined) requireStatus(status, dates)
  const isByHand = fields.value('attributedByHand')
  const unconfirmedAt = fields.pastDate('dateUnconfirmed', now)
  const [referring, referred] = [
    readRecordedSide(fields, 'referrer', now),
    readRecordedSide(fields, 'referred', now),
  ]
  if (dates.convertedAt === null && (referring.reward ?? null) !== null) {
    throw invalid('referrerReward', 'A referral that has not converted has no reward of its referrer.')
  }
  return {
    referrer,
    referredAccountId,
    ...dates,
    referring,
    referred,
    ...(isByHand === true || isByHand === 'true' ? { isByHand: true } : {}),
    ...(unconfirmedAt === undefined ? {} : { unconfirmedAt }),
  }
}

function referrerIn(fields: RowFields): ReferrerOfRow {
  const code = fields.text('referralCode', 'used-code')
  if (code !== undefined) return { used: readUsedCode(code) }
  const accountId = fields.text('referringAccountId', 'merchant-id')
  if (accountId === undefined) return { used: readUsedCode(fields.requiredText('referralCode', 'used-code')) }
  const userId = fields.requiredText('referringUserId', 'merchant-id')
  // The format has just checked both.
  return { accountId: accountId as AccountId, userId: userId as UserId }
}

type Dates = Pick<RecordCommand, 'startedAt' | 'convertedAt' | 'endedAt'>

function requireOrder({ startedAt, convertedAt, endedAt }: Dates, now: number): void {
  const fields = [
    ['dateReferralStarted', startedAt],
    ['dateConverted', convertedAt],
    ['dateReferralEnded', endedAt],
  ] as const
  let last: readonly [string, number] | null = null
  for (const [field, at] of fields) {
    if (at === null) continue
    if (at > now) throw invalid(field, `"${field}" is in the future.`)
    if (last !== null && at < last[1]) throw invalid(field, `"${field}" is before "${last[0]}".`)
    last = [field, at]
  }
}

/** The status and the dates of a row must say the same. */
function requireStatus(status: ReferralStatus, { convertedAt, endedAt }: Dates): void {
  if (status === 'ENDED' && endedAt === null) {
    throw invalid('dateReferralEnded', '"dateReferralEnded" is missing: the referral has ended.')
  }
  if (status === 'CONVERTED' && convertedAt === null) {
    throw invalid('dateConverted', '"dateConverted" is missing: the referral has converted.')
  }
  if (status !== 'ENDED' && endedAt !== null) {
    throw invalid(
      'status',
      '"status" says that the referral has not ended, and "dateReferralEnded" that it has.',
    )
  }
  if (status === 'IN_PROGRESS' && convertedAt !== null) {
    throw invalid(
      'status',
      '"status" says that the referral is in progress, and "dateConverted" that it converted.',
    )
  }
}

function invalid(field: string, message: string): Refusal {
  return new Refusal('VALIDATION_FAILED', message, field)
}

/** Records the referrals with their rewards; a dry run only decides. */
async function importReferrals(
  tx: Transaction,
  rows: readonly ReferralRow[],
  isDryRun: boolean,
): Promise<readonly RowResult[]> {
  const codes = await codesOf(tx, rows)
  const calls = rows.flatMap(({ referredAccountId, referrer: _referrer, ...recorded }, index) => {
    const code = codes[index]
    if (code === undefined || isFault(code)) return []
    const record = { kind: 'record', code, ...recorded } as const
    return [{ accountId: referredAccountId, source: 'server', commands: [record] } as const]
  })
  const decided = await decideIn(
    tx,
    calls.map((call) => ({ call, actor: 'import' })),
  )
  if (!isDryRun) saveIn(tx, decided)
  const results = resultsOf(decided, 'referral.started')
  return codes.map((code) => (isFault(code) ? code : (results.shift() ?? noResult())))
}

function noResult(): never {
  throw new Error('decision about a row of an import not found')
}

/** The code of each row's referrer, or why there is none. */
async function codesOf(
  tx: Transaction,
  rows: readonly ReferralRow[],
): Promise<readonly (ReferralCode | RowFault)[]> {
  const named = rows.flatMap(({ referrer }) => ('used' in referrer ? [] : [referrer]))
  const users = named.length === 0 ? [] : await loadKnownUsers(tx, named)
  const used = rows.flatMap(({ referrer }) => ('used' in referrer ? [referrer.used] : []))
  const sent = new Map((await readSentCodes(tx, used)).map((code, index) => [used[index], code]))
  const codes = new Map(users.map((it) => [JSON.stringify([it.account, it.external_id]), it.code]))
  return rows.map(({ referrer }) => {
    if ('used' in referrer) return sent.get(referrer.used) ?? noCode
    return codes.get(JSON.stringify([referrer.accountId, referrer.userId])) ?? unknownUser
  })
}

const noCode: RowFault = {
  code: 'VALIDATION_FAILED',
  field: 'referralCode',
  message: `"referralCode" must be ${ruleOfFormat('used-code')}.`,
}

const unknownUser: RowFault = {
  code: 'USER_NOT_FOUND',
  field: 'referringUserId',
  message: 'The account has no user with this ID. Import the users first.',
}

/** An account is referred once. */
function claimsOfReferral({ referrer, referredAccountId, ...dates }: ReferralRow): ClaimedRow {
  const record = {
    claim: `referral ${referredAccountId}`,
    owner: JSON.stringify(referrer),
    content: JSON.stringify(dates),
    fault: {
      code: 'ALREADY_REFERRED',
      field: 'referralCode',
      message: 'An earlier row of the file says that another user referred this account.',
    },
  } as const
  return { record, others: [] }
}
