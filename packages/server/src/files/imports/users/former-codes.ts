import { parseReferralCode } from '@goodword/domain/referrals/referral-code'
import { formerSpellings, MAX_FORMER_CODE } from '@goodword/domain/referrals/used-code'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import type { Transaction } from '../../../frame/context.ts'
import { loadCodes } from '../../../tracking/rows/codes.ts'
import { type FormerCode, findFormerCodes, insertFormerCodes } from '../../../tracking/rows/former-codes.ts'
import { invalid, type RowFields } from '../reading/row-fields.ts'
import { isFault, type RowFault, type RowResult } from '../reading/row-result.ts'

/** More than any product gives a person. */
const MAX_FORMER_CODES = 100
const CONTROL = /\p{Cc}/u

/** The codes of a row that an earlier product gave, as they were written there: a bar between them, or a list in NDJSON. */
export function readFormerCodes(fields: RowFields): readonly string[] {
  const value = fields.value('formerCodes')
  const texts: readonly unknown[] =
    typeof value === 'string' ? value.split('|') : ((value ?? []) as unknown[])
  if (!Array.isArray(texts)) throw wrong()
  const codes = texts.map((it) => {
    if (typeof it !== 'string' || !it.isWellFormed() || CONTROL.test(it)) throw wrong()
    const code = it.trim()
    if ([...code].length > MAX_FORMER_CODE || code.includes('|')) throw wrong()
    return code
  })
  const found = [...new Set(codes.filter((it) => it !== ''))]
  if (found.length > MAX_FORMER_CODES) throw invalid('formerCodes', `has more than ${MAX_FORMER_CODES} codes`)
  return found
}

function wrong(): Error {
  return invalid('formerCodes', `must be codes of 1 to ${MAX_FORMER_CODE} characters, with | between them`)
}

type Owned = {
  readonly accountId: AccountId
  readonly id: UserId
  readonly formerCodes: readonly string[]
}

/** The results for the former codes of rows: for each row its fault, or the new codes. */
export type FormerCodesOfRows = readonly (RowFault | { readonly added: readonly FormerCode[] })[]

/** Compares the former codes of rows with stored ones and with earlier rows: the user who had a spelling exactly keeps it. */
export async function compareFormerCodes(
  tx: Transaction,
  rows: readonly Owned[],
): Promise<FormerCodesOfRows> {
  const spellings = [...new Set(rows.flatMap((it) => formerSpellings(it.formerCodes)))]
  if (spellings.length === 0) return rows.map(() => ({ added: [] }))
  const own = spellings.flatMap((it) => canonical(it) ?? [])
  const [stored, codes] = await Promise.all([
    findFormerCodes(tx, spellings),
    own.length === 0 ? new Map<never, never>() : loadCodes(tx, own),
  ])
  const owners = new Map(
    [...stored].map(([spelling, it]) => [spelling, { owner: ownerOf(it), isExact: it.isExact }]),
  )
  for (const [code, row] of codes) {
    const owner = JSON.stringify([row.owner_account_id, row.owner_user_id])
    owners.set(code, { owner, isExact: true })
  }
  return rows.map(({ accountId: account, id: userId, formerCodes }) => {
    const owner = ownerOf({ account, userId })
    const taken = formerCodes.find(
      (it) => owners.get(it)?.isExact === true && owners.get(it)?.owner !== owner,
    )
    if (taken !== undefined) return formerCodeTaken
    const added = formerSpellings(formerCodes).filter((spelling) => {
      const isExact = formerCodes.includes(spelling)
      const before = owners.get(spelling)
      if (before !== undefined && (before.isExact || !isExact)) return false
      owners.set(spelling, { owner, isExact })
      return true
    })
    return {
      added: added.map((spelling) => ({
        spelling,
        isExact: formerCodes.includes(spelling),
        account,
        userId,
      })),
    }
  })
}

/** Adds the former codes of the rows that were imported; each spelling as its last owner among them has it. */
export function saveFormerCodes(
  tx: Transaction,
  compared: FormerCodesOfRows,
  results: readonly RowResult[],
): void {
  const added = compared.flatMap((it, index) =>
    isFault(it) || isFault(results[index] ?? 'unchanged') ? [] : it.added,
  )
  insertFormerCodes(tx, [...new Map(added.map((it) => [it.spelling, it])).values()])
}

/** A code of ours that is written like this. */
function canonical(spelling: string) {
  const code = parseReferralCode(spelling)
  return code === spelling ? code : null
}

function ownerOf({ account, userId }: Pick<FormerCode, 'account' | 'userId'>): string {
  return JSON.stringify([account, userId])
}

const formerCodeTaken: RowFault = {
  code: 'CODE_TAKEN',
  field: 'formerCodes',
  message:
    'Another user has or had one of these former codes, written exactly like this. Remove it from the row.',
}
