import { Refusal } from '@goodword/contract/frame/refusal'
import type { AccountId, TenantId, UserId, UserIds } from '@goodword/domain/values/ids'
import { noteRequest } from '../../frame/audit/note-request.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { findUser } from '../../referring/users/rows/users.ts'
import { findAccount } from '../../tracking/erased/erased-account.ts'
import { hasOtherUsers } from '../../tracking/erased/rows/erasures.ts'
import { type Subject, sectionReaders } from '../personal-data/data-sections.ts'
import { type DataSection, dataSections } from '../personal-data/treatment.ts'
import type { StoredRow } from '../rows/user-data-rows.ts'

export type UserData = {
  readonly isOnlyUser: boolean
  readonly sections: Readonly<Record<DataSection, readonly StoredRow[]>>
  readonly nextCursor: string | null
}

/**
 * The number of pages of tables that are read for one response, which ends after the page with which it has so many
 * characters.
 */
const MAX_READS = 60
const MAX_CHARACTERS = 4_000_000

/**
 * Reads the stored data about a person, in sections: up to `limit` records after a cursor, all at one moment. Memory is bounded
 * by the limits above, however long the history is.
 *
 * @throws Refusal USER_NOT_FOUND, or VALIDATION_FAILED for a cursor that was never one of ours
 */
export function readUserData(
  ctx: Context,
  tenantId: TenantId,
  { accountId, userId }: UserIds,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | null },
): Promise<UserData> {
  const start = cursor === null ? { section: 0, after: '' } : positionOf(cursor)
  return ctx.readTenant(tenantId, async (tx) => {
    const subject = await subjectOf(tx, accountId, userId)
    const sections = emptySections()
    let position: Position | null = start
    let [count, characters] = [0, 0]
    for (let reads = 0; position !== null && reads < MAX_READS; reads += 1) {
      if (count >= limit || characters >= MAX_CHARACTERS) break
      const { section, after }: Position = position
      const name = dataSections[section]
      if (name === undefined) throw invalidCursor()
      const page = await sectionReaders[name](tx, subject, after, limit - count)
      sections[name].push(...page.rows)
      count += page.rows.length
      characters += page.rows.reduce((sum, row) => sum + JSON.stringify(row).length, 0)
      position = nextPosition(section, page.next)
    }
    return {
      isOnlyUser: subject.isOnlyUser,
      sections,
      nextCursor: position === null ? null : cursorOf(position),
    }
  })
}

/** Notes that a request reads the stored data about a person. Entries name people by our IDs. */
export async function noteDataShown(
  ctx: Context,
  tenantId: TenantId,
  { accountId, userId }: UserIds,
): Promise<void> {
  await ctx.writeTenant(tenantId, async (tx) => {
    const { account, user } = await subjectOf(tx, accountId, userId)
    noteRequest(tx, ctx, { participantId: user, accountKey: account })
  })
}

/** Reads a user's data in one piece, however large it is. */
export async function readAllUserData(
  ctx: Context,
  tenantId: TenantId,
  user: UserIds,
): Promise<Omit<UserData, 'nextCursor'>> {
  const all = emptySections()
  for (let cursor: string | null = null; ; ) {
    const { isOnlyUser, sections, nextCursor }: UserData = await readUserData(ctx, tenantId, user, {
      limit: 1000,
      cursor,
    })
    for (const name of dataSections) all[name].push(...sections[name])
    if (nextCursor === null) return { isOnlyUser, sections: all }
    cursor = nextCursor
  }
}

async function subjectOf(tx: Transaction, accountId: AccountId, userId: UserId): Promise<Subject> {
  const account = await findAccount(tx, accountId)
  const user = account === null ? null : await findUser(tx, account.external_id, userId)
  if (account === null || user === null) {
    throw new Refusal('USER_NOT_FOUND', 'The account has no user with this ID.', 'userId')
  }
  const others = await hasOtherUsers(tx, account.id, user.id)
  return {
    account: account.id,
    user: user.id,
    // Answers that name a code of the person are about the friend who used it.
    wanted: { userId, accountId, email: user.email, names: [], codes: [] },
    customerId: account.provider_id,
    isOnlyUser: !others,
  }
}

/** Where a response goes on: in which section, and after which of its rows. */
type Position = { readonly section: number; readonly after: string }

function nextPosition(section: number, next: string | null): Position | null {
  if (next !== null) return { section, after: next }
  return section + 1 < dataSections.length ? { section: section + 1, after: '' } : null
}

function cursorOf({ section, after }: Position): string {
  return Buffer.from(JSON.stringify([section, after])).toString('base64url')
}

function positionOf(cursor: string): Position {
  const [section, after] = parsed(cursor)
  const name = typeof section === 'number' ? dataSections[section] : undefined
  if (name === undefined || typeof after !== 'string' || !isPosition(name, after)) throw invalidCursor()
  return { section: Number(section), after }
}

function parsed(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const ID = new RegExp(`^${UUID}$`)
const TIME_AND_ID = new RegExp(`^\\d{1,15} ${UUID}$`)
const EXACT_TIME_AND_ID = new RegExp(
  `^\\d{4,6}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,6})?\\+00 ${UUID}$`,
)
const CODE = /^[A-Z0-9_-]{2,64}$/
const KEY = /^[!-~]{1,255}$/

/** Whether a text is a position in a section: others would not be of the type that the database compares. */
function isPosition(section: DataSection, after: string): boolean {
  if (after === '') return true
  if (section === 'codes') return CODE.test(after)
  if (section === 'formerCodes') return after.isWellFormed() && !after.includes('\0') && after.length <= 256
  if (section === 'idempotentAnswers') return KEY.test(after)
  if (section === 'clicks')
    return EXACT_TIME_AND_ID.test(after) && !Number.isNaN(Date.parse(after.slice(0, 19)))
  return (section === 'ledger' ? TIME_AND_ID : ID).test(after)
}

function invalidCursor(): Refusal {
  const message = 'cursor must be the unchanged nextCursor of an earlier response.'
  return new Refusal('VALIDATION_FAILED', message, 'cursor')
}

function emptySections(): Record<DataSection, StoredRow[]> {
  // Every section is in the list.
  return Object.fromEntries(dataSections.map((it) => [it, []])) as unknown as Record<DataSection, StoredRow[]>
}
