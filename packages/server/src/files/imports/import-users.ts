import { requestedTime } from '@goodword/contract/frame/values'
import { parseLocale } from '@goodword/contract/words/languages'
import type { Call, Command } from '@goodword/domain/referrals/command'
import { parseReferralCode, type ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import { Type } from 'typebox'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import { type Decided, decideIn } from '../../tracking/decide-calls.ts'
import { newcomer } from '../../tracking/newcomer.ts'
import { type CodeRow, type CodeState, loadCodes, setCodeStates } from '../../tracking/rows/codes.ts'
import { saveIn } from '../../tracking/save-decided.ts'
import type { ClaimedRow } from './dry-run-claims.ts'
import { parsedCell } from './reading/parsed-cell.ts'
import { invalid, type RowFields } from './reading/row-fields.ts'
import { isFault, type RowFault, type RowResult } from './reading/row-result.ts'
import {
  compareFormerCodes,
  type FormerCodesOfRows,
  readFormerCodes,
  saveFormerCodes,
} from './users/former-codes.ts'

/** More than anybody shares. */
const MAX_FURTHER_CODES = 100

const FurtherCodes = Type.Array(
  Type.Object({
    code: Type.String({ format: 'referral-code' }),
    dateDisabled: Type.Optional(requestedTime('When it was disabled.')),
    dateExpires: Type.Optional(requestedTime('When it expires.')),
  }),
  { maxItems: MAX_FURTHER_CODES },
)

/** A user with the codes that they share already, and the state of their account. */
export type ImportedUser = {
  readonly accountId: AccountId
  readonly id: UserId
  readonly email?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly locale?: string
  /** The last one is what the user shares now. */
  readonly codes: readonly CodeState[]
  /** The codes of an earlier product: links with them lead to the person. */
  readonly formerCodes: readonly string[]
  readonly block: { readonly at: number; readonly reason: string | null } | null
  /** When the account paid without being referred. */
  readonly closedAt: number | null
}

const MAX_REASON = 500

/** `now` is of the tenant's clock: what happened is over. */
export function readUserRow(fields: RowFields, now: number): ImportedUser {
  const email = fields.text('email', 'email-address')
  const firstName = fields.text('firstName', 'person-name')
  const lastName = fields.text('lastName', 'person-name')
  const locale = parseLocale(fields.text('locale', 'locale') ?? '')
  const blockedAt = fields.pastDate('dateBlocked', now)
  const reason = fields.note('blockReason', MAX_REASON) ?? null
  if (blockedAt === undefined && reason !== null) {
    throw invalid('blockReason', 'is of no block: the row has no "dateBlocked"')
  }
  return {
    // The formats have just checked both.
    accountId: fields.requiredText('accountId', 'merchant-id') as AccountId,
    id: fields.requiredText('id', 'merchant-id') as UserId,
    ...(email === undefined ? {} : { email }),
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(locale === null ? {} : { locale }),
    codes: readCodes(fields, now),
    formerCodes: readFormerCodes(fields),
    block: blockedAt === undefined ? null : { at: blockedAt, reason },
    closedAt: fields.pastDate('dateClosed', now) ?? null,
  }
}

/**
 * Makes the users known, as `POST user` does, with the state of their codes and accounts: what is blocked, disabled or
 * closed here stays so. A dry run only decides.
 */
export async function importUsers(
  ctx: Context,
  tx: Transaction,
  rows: readonly ImportedUser[],
  isDryRun: boolean,
): Promise<readonly RowResult[]> {
  const named = [...new Set(rows.flatMap((row) => row.codes.map((it) => it.code)))]
  const [stored, former] = await Promise.all([
    hasStates(rows) ? loadCodes(tx, named) : new Map<ReferralCode, CodeRow>(),
    compareFormerCodes(tx, rows),
  ])
  const faults = rows.map((row, index): RowFault | null => {
    const compared = former[index]
    if (hasTakenCode(row, stored)) return codeTaken
    return compared !== undefined && isFault(compared) ? compared : null
  })
  const calls = rows.map((row, index) => (faults[index] === null ? callsOf(ctx, row, stored) : []))
  const decided = await decideIn(
    tx,
    calls.flat().map((call) => ({ call, actor: 'import' })),
  )
  const resultOfCall = resultsOf(decided, 'user.created').values()
  const isErased = [...decided.decisions.keys()].map((it) => decided.erased.has(it)).values()
  const outcomes = calls.map((own, index) => ({
    result: faults[index] ?? whole(own.map(() => resultOfCall.next().value ?? 'unchanged')),
    isErased: own.map(() => isErased.next().value === true).includes(true),
  }))
  const states = rows.map((row, index) => {
    const { result = 'unchanged', isErased = false } = outcomes[index] ?? {}
    return isFault(result) || isErased ? [] : changedStates(row.codes, stored)
  })
  if (!isDryRun) {
    saveIn(tx, decided)
    setCodeStates(tx, [...new Map(states.flat().map((it) => [it.code, it])).values()])
    followBlocks(tx, decided)
    saveFormerCodes(
      tx,
      former,
      outcomes.map((it) => (it.isErased ? codeTaken : it.result)),
    )
  }
  return outcomes.map(({ result }, index) =>
    result === 'unchanged' && (states[index]?.length !== 0 || hasAdded(former[index])) ? 'updated' : result,
  )
}

function hasAdded(compared: FormerCodesOfRows[number] | undefined): boolean {
  return compared !== undefined && !isFault(compared) && compared.added.length > 0
}

/** The result of all calls of a row. */
function whole(results: readonly RowResult[]): RowResult {
  const words = ['created', 'updated'] as const
  return results.find(isFault) ?? words.find((it) => results.includes(it)) ?? 'unchanged'
}

const codeTaken: RowFault = {
  code: 'CODE_TAKEN',
  field: 'furtherCodes',
  message: 'Another user has one of these referral codes. Remove it from the row.',
}

/** Checked before any of the calls of a row: a user that is rejected is given none of their codes. */
function hasTakenCode(row: ImportedUser, stored: ReadonlyMap<ReferralCode, CodeRow>): boolean {
  return row.codes.slice(0, -1).some(({ code }) => stored.has(code) && !isOf(stored.get(code), row))
}

/** Most files say nothing of codes but which one a user shares, for which nothing need be read. */
function hasStates(rows: readonly ImportedUser[]): boolean {
  return rows.some(
    ({ codes }) => codes.length > 1 || codes.some((it) => it.disabledAt !== null || it.expiresAt !== null),
  )
}

/** A user is given the codes that they have not got yet, in the order of the file, each by a call of its own. */
function callsOf(
  ctx: Context,
  row: ImportedUser,
  stored: ReadonlyMap<ReferralCode, CodeRow>,
): readonly Call[] {
  const { accountId, id: userId, codes, formerCodes: _former, block, closedAt, ...fields } = row
  const identify = { kind: 'identify', userId, newcomer: newcomer(ctx), ...fields } as const
  const further = codes.slice(0, -1).filter((it) => !isOf(stored.get(it.code), row))
  const last = codes.at(-1)
  const commands: Command[] = [last === undefined ? identify : { ...identify, code: last.code }]
  if (closedAt !== null) commands.push({ kind: 'close', paidAt: closedAt, isRecord: true })
  if (block !== null) commands.push({ kind: 'block', ...block })
  const call = (...of: readonly Command[]): Call => ({ accountId, source: 'server', commands: of })
  return [...further.map((it) => call({ ...identify, code: it.code })), call(...commands)]
}

function isOf(code: CodeRow | undefined, { accountId, id }: ImportedUser): boolean {
  return code?.owner_account_id === accountId && code.owner_user_id === id
}

/** Referrals in progress that a newly blocked account made are held by the job that follows. */
function followBlocks(tx: Transaction, { decisions }: Decided): void {
  const blocked = decisions.flatMap((it) =>
    it.kind === 'refused' ? [] : it.outcomes.filter(({ type }) => type === 'account.blocked'),
  )
  if (blocked.length === 0) return
  enqueueJobs(
    tx,
    blocked.map(({ account }) => ({ kind: 'FOLLOW_BLOCK', subject: account })),
  )
}

/** The results of decisions, one per row; `created` is the outcome of a new record. */
export function resultsOf({ decisions }: Decided, created: 'user.created' | 'referral.started'): RowResult[] {
  return decisions.map((decision): RowResult => {
    if (decision.kind === 'refused') {
      const { code, param: field, message } = decision.refused
      return { code, field, message }
    }
    if (decision.outcomes.some((it) => it.type === created)) return 'created'
    return decision.isChanged ? 'updated' : 'unchanged'
  })
}

/** A user is claimed once; a code by one user. */
export function claimsOfUser({ accountId, id, codes, formerCodes, ...fields }: ImportedUser): ClaimedRow {
  const user = JSON.stringify([accountId, id])
  const record = { claim: `user ${user}`, owner: '', content: JSON.stringify([fields, codes, formerCodes]) }
  const fault = {
    code: 'CODE_TAKEN',
    field: 'referralCode',
    message: 'An earlier row of the file gives this referral code to another user.',
  } as const
  const others = codes.map(({ code }) => ({ claim: `code ${code}`, owner: user, content: '', fault }))
  const former = formerCodes.map((it) => ({
    claim: `former code ${it}`,
    owner: user,
    content: '',
    fault: { ...fault, field: 'formerCodes' },
  }))
  return { record, others: [...others, ...former] }
}

/** The codes of a user in a file with their states, the one that is shared last. */
function readCodes(fields: RowFields, now: number): readonly CodeState[] {
  const code = parseReferralCode(fields.text('referralCode', 'referral-code') ?? '')
  const disabledAt = fields.pastDate('dateCodeDisabled', now) ?? null
  const expiresAt = fields.date('dateCodeExpires') ?? null
  const further = furtherCodes(fields.json('furtherCodes'), now)
  if (code !== null) return [...further, { code, disabledAt, expiresAt }]
  const orphan = disabledAt !== null ? 'dateCodeDisabled' : expiresAt !== null ? 'dateCodeExpires' : null
  if (orphan !== null) throw invalid(orphan, 'is of no code: the row has no "referralCode"')
  if (further.length > 0) throw invalid('furtherCodes', 'needs the "referralCode" that came after them')
  return []
}

function furtherCodes(value: unknown, now: number): readonly CodeState[] {
  if (value === undefined || value === null) return []
  return parsedCell(FurtherCodes, value, 'furtherCodes').map((it): CodeState => {
    const code = parseReferralCode(it.code)
    if (code === null) throw invalid('furtherCodes', 'has a value that is no referral code')
    const { dateDisabled: disabledAt = null, dateExpires: expiresAt = null } = it
    if (disabledAt !== null && disabledAt > now) throw invalid('furtherCodes', 'has a date in the future')
    return { code, disabledAt, expiresAt }
  })
}

/** The states that differ from the stored ones. Fields of a code that a file leaves out stay. */
function changedStates(
  codes: readonly CodeState[],
  stored: ReadonlyMap<ReferralCode, CodeRow>,
): readonly CodeState[] {
  return codes.flatMap(({ code, disabledAt, expiresAt }) => {
    const row = stored.get(code)
    const before = { disabledAt: row?.disabled_at ?? null, expiresAt: row?.expires_at ?? null }
    const after = {
      disabledAt: before.disabledAt ?? disabledAt,
      expiresAt: expiresAt ?? before.expiresAt,
    }
    const isSame = before.disabledAt === after.disabledAt && before.expiresAt === after.expiresAt
    return isSame ? [] : [{ code, ...after }]
  })
}
