import type { Account } from '@goodword/domain/referrals/account'
import type { Call, Command } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { Decision, TrackingState } from '@goodword/domain/tracking/tracking'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import type { Transaction } from '../context.ts'
import { findMarks } from '../rows/erased-marks.ts'
import { marksIn } from './marks.ts'

/** The erased accounts, codes and people that calls name. */
export type ErasedInCalls = {
  /** The placeholders of accounts and codes. */
  readonly accounts: ReadonlyMap<AccountId, AccountId>
  readonly codes: ReadonlyMap<ReferralCode, ReferralCode>
  /** The decisions about calls that identify an erased person, by their position in the list. */
  readonly decisions: ReadonlyMap<number, Decision>
}

/**
 * Looks for what was erased among what calls name and the state does not have: one statement, and none if everything is
 * known. Null when nothing was erased.
 */
export async function findErased(
  tx: Transaction,
  { accounts, stored, codes }: TrackingState,
  calls: readonly Call[],
): Promise<ErasedInCalls | null> {
  const marks = marksIn(tx)
  const unknownAccounts = calls.map((it) => it.accountId).filter((id) => !stored.has(id))
  const unknownCodes = calls.flatMap(codesIn).filter((code) => !codes.has(code))
  const unknownUsers = calls.flatMap((call, index) => {
    const account = stored.has(call.accountId) ? accounts.get(call.accountId) : undefined
    if (account === undefined) return []
    const known = new Set(account.users.map((it) => it.id))
    return usersIn(call)
      .filter((id) => !known.has(id))
      .map((userId) => ({ index, call, account, userId, mark: marks.person(account.key, userId) }))
  })
  const accountMarks = new Map(unknownAccounts.map((id) => [marks.account(id), id]))
  const codeMarks = new Map(unknownCodes.map((code) => [marks.code(code), code]))
  const wanted = new Set([...accountMarks.keys(), ...codeMarks.keys(), ...unknownUsers.map((it) => it.mark)])
  if (wanted.size === 0) return null
  const rows = await findMarks(tx, [...wanted])
  if (rows.length === 0) return null
  const replacements = new Map(rows.map((row) => [row.mark, row.replacement ?? '']))
  return {
    accounts: replaced(accountMarks, replacements),
    codes: replaced(codeMarks, replacements),
    decisions: new Map(
      unknownUsers.flatMap(({ index, call, account, userId, mark }) => {
        const code = replacements.get(mark)
        return code === undefined ? [] : [[index, decisionAbout(call, account, userId, code as ReferralCode)]]
      }),
    ),
  }
}

/** A call that names placeholders in place of erased data. */
export function withPlaceholders(call: Call, { accounts, codes }: ErasedInCalls): Call {
  const codeOf = (code: ReferralCode) => codes.get(code) ?? code
  return {
    ...call,
    accountId: accounts.get(call.accountId) ?? call.accountId,
    commands: call.commands.map((it): Command => {
      if (it.kind === 'attribute') return { ...it, code: it.code === null ? null : codeOf(it.code) }
      if (it.kind === 'record' || it.kind === 'attributeByHand') return { ...it, code: codeOf(it.code) }
      return it.kind === 'identify' && it.code !== undefined ? { ...it, code: codeOf(it.code) } : it
    }),
  }
}

/**
 * A server learns that it names an erased person. A browser gets the answer that every browser gets, with a code that
 * leads nowhere; nothing of its call is stored.
 */
function decisionAbout(call: Call, account: Account, userId: UserId, code: ReferralCode): Decision {
  if (call.source === 'server') {
    const message =
      'This user was erased. Nothing was stored. To store the user again, send the request with "readmit": true.'
    return { kind: 'refused', refused: { code: 'USER_ERASED', param: 'id', message } }
  }
  const command = call.commands.find((it) => it.kind === 'identify' && it.userId === userId)
  if (command?.kind !== 'identify') throw new Error('command of an erased user not found')
  const user = {
    ...{
      key: command.newcomer.key,
      id: userId,
      code,
      email: null,
      firstName: null,
      lastName: null,
      locale: null,
    },
    ...{
      isEmailClaimed: false,
      isEmailTrusted: false,
      isConfirmed: false,
      browserSeenAt: null,
      cookieCode: null,
      createdAt: account.createdAt,
    },
  }
  return { kind: 'accepted', account: { ...account, users: [user] }, outcomes: [], isChanged: false }
}

function replaced<Id extends string>(
  ids: ReadonlyMap<string, Id>,
  replacements: ReadonlyMap<string, string>,
): ReadonlyMap<Id, Id> {
  const found = [...ids].flatMap(([mark, id]): [Id, Id][] => {
    const replacement = replacements.get(mark)
    // A placeholder has the kind of the ID that it stands for.
    return replacement === undefined ? [] : [[id, replacement as Id]]
  })
  return new Map(found)
}

function codesIn({ commands }: Call): readonly ReferralCode[] {
  return commands.flatMap((it) =>
    it.kind === 'attribute' || it.kind === 'identify' || it.kind === 'record' || it.kind === 'attributeByHand'
      ? (it.code ?? [])
      : [],
  )
}

function usersIn({ commands }: Call): readonly UserId[] {
  return [...new Set(commands.flatMap((it) => (it.kind === 'identify' ? [it.userId] : [])))]
}
