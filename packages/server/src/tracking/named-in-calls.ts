import type { Call } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import { formerSpellings } from '@goodword/domain/referrals/used-code'
import { emailKey } from '@goodword/domain/values/email-key'
import type { AccountId, ProviderId, UserId } from '@goodword/domain/values/ids'
import type { Evidence, Limited, Referred } from './rows/account-locks.ts'
import type { Comparison } from './rows/compared-users.ts'
import type { AskedHistory } from './rows/evidence-keys.ts'
import type { NamedUser } from './rows/users.ts'

/** A person as a call names them, and whether an unsigned call identifies them. */
type UserInCall = Omit<NamedUser, 'account'> & {
  readonly accountId: AccountId
  readonly isUnsigned: boolean
}

/** The records that calls name, which are loaded to decide the calls. */
export type NamedInCalls = {
  readonly accounts: readonly AccountId[]
  readonly users: readonly UserInCall[]
  readonly codes: readonly ReferralCode[]
  /** The spellings, as codes of an earlier product, of texts that do not have the form of our codes. */
  readonly spellings: readonly string[]
  readonly providerIds: readonly ProviderId[]
  readonly evidence: readonly Evidence[]
  readonly comparison: Comparison
  /** The accounts whose history fraud rules need. */
  readonly histories: readonly AskedHistory[]
  /** The accounts for which unsigned browsers report a payment, and the codes that come with it. */
  readonly unsigned: Referred
  /** Accounts and codes whose referrers must be locked under a program that limits or rewards their referrals. */
  readonly limited: Limited
  /** Whether a call can convert the referral of an account that it adds. */
  readonly mayConvert: boolean
}

export function namedInCalls(calls: readonly Call[]): NamedInCalls {
  const evidence = calls.flatMap(evidenceOf)
  const referrals = referralsBetween(calls)
  const converting = new Set(calls.filter(mayConvert).map((it) => it.accountId))
  // Sorted: processes that add the same accounts at once do so in one order, and never wait for each other in a circle.
  const accounts = [...new Set(calls.map((call) => call.accountId))].sort()
  return {
    accounts,
    users: [
      ...calls.flatMap(usersOf),
      ...referrals.map(({ accountId, userId }) => ({ accountId, userId, isUnsigned: false })),
    ],
    codes: [...new Set(calls.flatMap(codesOf))],
    spellings: formerSpellings(calls.flatMap(spellingsOf)),
    providerIds: [...new Set(calls.flatMap(providerIdsOf))],
    evidence,
    comparison: {
      attributed: calls.flatMap(attributedBy),
      given: referrals,
      reportedEmails: emailKeysIn(evidence),
    },
    histories: historiesIn(calls),
    unsigned: unsignedPaymentsIn(calls),
    limited: {
      ids: accounts,
      codes: calls.filter((it) => converting.has(it.accountId)).flatMap(codesOf),
      attributed: calls.filter((it) => !converting.has(it.accountId)).flatMap(attributedBy),
    },
    mayConvert: converting.size > 0,
  }
}

function mayConvert({ commands }: Call): boolean {
  return commands.some((it) => it.kind === 'record' || (it.kind === 'report' && it.status === 'PAID'))
}

function usersOf({ accountId, source, commands }: Call): readonly UserInCall[] {
  return commands.flatMap((it): UserInCall[] => {
    if (it.kind === 'identify') {
      const isUnsigned = source === 'browser' && it.verified !== true
      return [{ accountId, userId: it.userId, isUnsigned }]
    }
    return it.kind === 'attribute' && it.userId !== undefined
      ? [{ accountId, userId: it.userId, isUnsigned: false }]
      : []
  })
}

function codesOf(call: Call): readonly ReferralCode[] {
  return call.commands.flatMap((it) => {
    if (it.kind === 'attribute') return it.code ?? []
    if (it.kind === 'record' || it.kind === 'attributeByHand') return it.code
    return it.kind === 'identify' ? (it.code ?? []) : []
  })
}

function spellingsOf({ commands }: Call): readonly string[] {
  return commands.flatMap((it) => (it.kind === 'attribute' ? (it.spellings ?? []) : []))
}

function attributedBy({ accountId, commands }: Call): Comparison['attributed'] {
  return commands.flatMap((it) =>
    (it.kind === 'attribute' || it.kind === 'attributeByHand') && it.code !== null
      ? [{ accountId, code: it.code }]
      : [],
  )
}

/** One for each account that a call may refer, or of which it has evidence. Imports tell no history. */
function historiesIn(calls: readonly Call[]): readonly AskedHistory[] {
  const asked = new Map<AccountId, AskedHistory>()
  for (const { accountId, commands, observed } of calls) {
    const [code = null] = commands.flatMap((it) =>
      it.kind === 'attribute' && it.evidence !== 'import' && it.code !== null ? [it.code] : [],
    )
    const keys = observed?.keys ?? []
    // Facts that became known later are judged together with what history has by now.
    if (code === null && keys.length === 0 && !commands.some((it) => it.kind === 'observe')) continue
    const before = asked.get(accountId)
    asked.set(accountId, {
      accountId,
      code: before?.code ?? code,
      keys: [...(before?.keys ?? []), ...keys],
    })
  }
  return [...asked.values()]
}

/** A referral that one call may start by a code that another call gives to a user. */
type ReferralBetween = {
  readonly accountId: AccountId
  readonly referrerId: AccountId
  /** The user who is given the code. */
  readonly userId: UserId
}

function referralsBetween(calls: readonly Call[]): readonly ReferralBetween[] {
  const given = new Map<ReferralCode, Omit<ReferralBetween, 'accountId'>[]>()
  for (const { accountId, commands } of calls) {
    for (const it of commands) {
      if (it.kind !== 'identify') continue
      const owner = { referrerId: accountId, userId: it.userId }
      for (const code of [it.code, it.newcomer.code]) {
        if (code !== undefined) given.set(code, [...(given.get(code) ?? []), owner])
      }
    }
  }
  return calls
    .flatMap(attributedBy)
    .flatMap(({ accountId, code }) => (given.get(code) ?? []).map((owner) => ({ accountId, ...owner })))
}

function providerIdsOf(call: Call): readonly ProviderId[] {
  return call.commands.flatMap((it) => (it.kind === 'bind' ? [it.providerId] : []))
}

function evidenceOf({ accountId, commands }: Call): readonly Evidence[] {
  return commands.flatMap((it): readonly Evidence[] => {
    if (it.kind === 'bind') return [{ accountId, emailKey: null, providerId: it.providerId }]
    const email = it.kind === 'identify' ? it.email : undefined
    return email === undefined ? [] : [{ accountId, emailKey: emailKey(email), providerId: null }]
  })
}

function emailKeysIn(evidence: readonly Evidence[]): Comparison['reportedEmails'] {
  const reportedEmails = new Map<AccountId, string[]>()
  for (const it of evidence) {
    if (it.emailKey === null) continue
    const keys = reportedEmails.get(it.accountId) ?? []
    keys.push(it.emailKey)
    reportedEmails.set(it.accountId, keys)
  }
  return reportedEmails
}

function unsignedPaymentsIn(calls: readonly Call[]): Referred {
  const paying = calls.filter(
    ({ source, commands }) =>
      source === 'browser' &&
      commands.some((it) => it.kind === 'report' && it.status === 'PAID' && it.verified !== true),
  )
  return { ids: paying.map((it) => it.accountId), codes: paying.flatMap(codesOf) }
}
