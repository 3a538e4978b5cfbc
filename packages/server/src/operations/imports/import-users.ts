import type { Call } from '@goodword/domain/command'
import type { AccountId, UserId } from '@goodword/domain/ids'
import { parseReferralCode, type ReferralCode } from '@goodword/domain/referral-code'
import type { Context, Transaction } from '../context.ts'
import { newcomer } from '../tracking/newcomer.ts'
import { type Decided, decideIn, saveIn } from '../tracking/track.ts'
import type { ClaimedRow } from './dry-run-claims.ts'
import type { RowFields } from './row-fields.ts'
import type { RowResult } from './row-result.ts'

/** A user with the code that they share already. */
export type UserRow = {
  readonly accountId: AccountId
  readonly id: UserId
  readonly email?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly code?: ReferralCode
}

export function readUserRow(fields: RowFields): UserRow {
  const email = fields.text('email', 'email-address')
  const firstName = fields.text('firstName', 'person-name')
  const lastName = fields.text('lastName', 'person-name')
  const code = parseReferralCode(fields.text('referralCode', 'referral-code') ?? '')
  return {
    // The formats have just checked both.
    accountId: fields.requiredText('accountId', 'merchant-id') as AccountId,
    id: fields.requiredText('id', 'merchant-id') as UserId,
    ...(email === undefined ? {} : { email }),
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(code === null ? {} : { code }),
  }
}

/** Makes the users known, as `POST user` does; a dry run only decides. */
export async function importUsers(
  ctx: Context,
  tx: Transaction,
  rows: readonly UserRow[],
  isDryRun: boolean,
): Promise<readonly RowResult[]> {
  const decided = await decideIn(
    tx,
    rows.map((row) => ({ call: callOf(ctx, row), actor: 'import' })),
  )
  if (!isDryRun) saveIn(tx, decided)
  return resultsOf(decided, 'user.created')
}

function callOf(ctx: Context, { accountId, id: userId, ...fields }: UserRow): Call {
  const identify = { kind: 'identify', userId, newcomer: newcomer(ctx), ...fields } as const
  return { accountId, source: 'server', commands: [identify] }
}

/** What the decisions came to, one per row; `created` is the outcome that a new record has. */
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
export function claimsOfUser({ accountId, id, code, ...fields }: UserRow): ClaimedRow {
  const user = JSON.stringify([accountId, id])
  const record = { claim: `user ${user}`, owner: '', content: JSON.stringify([fields, code]) }
  if (code === undefined) return { record, others: [] }
  const fault = {
    code: 'CODE_TAKEN',
    field: 'referralCode',
    message: 'An earlier row of the file gives this referral code to another user.',
  } as const
  return { record, others: [{ claim: `code ${code}`, owner: user, content: '', fault }] }
}
