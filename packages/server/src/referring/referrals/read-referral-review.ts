import type { ReferralReview } from '@goodword/contract/referrals/referral-review'
import type { Program } from '@goodword/domain/program/program'
import type { ModerationStatus } from '@goodword/domain/referrals/account'
import { channelAt } from '@goodword/domain/referrals/channel'
import { knownPrice, worthOf } from '@goodword/domain/rewards/reward-worth'
import type { AccountId, AccountKey, ReferralId, TenantId } from '@goodword/domain/values/ids'
import { priceToNumber } from '@goodword/domain/values/money'
import type { Context, Transaction } from '../../frame/context.ts'
import { programOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { type AccountRow, accountFieldsOf, findAccounts } from '../../tracking/rows/accounts.ts'
import { specOfRow } from '../../tracking/rows/ledger/rewards.ts'
import { summaryOf } from '../users/user-answer.ts'
import { amountAnswer } from './read-queue.ts'
import { decisionAnswer } from './referral-answer.ts'
import { completeReferrals, type ReferralDetails, readReferral } from './referral-details.ts'
import { loadAppeal } from './rows/appeals.ts'
import { type DecidedSideRow, loadDecidedSides } from './rows/earlier-decisions.ts'
import { findReferrals } from './rows/referral-list.ts'
import { sumPayments, sumTakenOff } from './rows/referral-money.ts'

/** The number of an account's newest referrals that are read for earlier decisions. */
const MAX_READ = 200
const MAX_SHOWN = 5

/**
 * Reads the data for a decision about a referral.
 *
 * @throws Refusal REFERRAL_NOT_FOUND
 */
export function readReferralReview(
  ctx: Context,
  tenantId: TenantId,
  referralId: string,
): Promise<ReferralReview> {
  return readReferral(ctx, tenantId, referralId, async (tx, details) => {
    const { id, appealed_at: appealedAt } = details
    const ids = [details.referrer.account, details.referred_account] as const
    const [accounts, { settings }] = await Promise.all([findAccounts(tx, ids), loadProgram(tx)])
    const program = programOf(settings)
    const accountOf = (it: AccountId) => {
      const account = accounts.find((row) => row.external_id === it)
      if (account === undefined) throw new Error('account of a referral not found')
      return account
    }
    const [referrer, friend] = [accountOf(ids[0]), accountOf(ids[1])]
    const [paid, ...sides] = await Promise.all([
      sumPayments(tx, friend.id),
      reviewedSide(tx, details, 'REFERRER', referrer, program),
      reviewedSide(tx, details, 'REFERRED', friend, program),
    ])
    return {
      referralId: id,
      channel: channelAt({ channel: details.channel, linkSeenAt: details.link_seen_at }, tx.now),
      friendPayments: paid.map(({ currency, charged, refunded }) => ({
        currency,
        charged: priceToNumber({ minor: charged, currency }),
        refunded: priceToNumber({ minor: refunded, currency }),
      })),
      sides,
      appeal:
        appealedAt === null
          ? null
          : { text: await loadAppeal(tx, details.referring_account_id, id), date: appealedAt },
      history: await historyOf(tx, id, [referrer, friend]),
    }
  })
}

type SideName = 'REFERRER' | 'REFERRED'

const sideOf = { REFERRER: 'referrer', REFERRED: 'referred' } as const

async function reviewedSide(
  tx: Transaction,
  details: ReferralDetails,
  name: SideName,
  account: AccountRow,
  program: Program,
): Promise<ReferralReview['sides'][number]> {
  const side = sideOf[name]
  const given = details[`${side}Reward`]
  const reward = given === null ? program[`${side}Reward`] : specOfRow(given)
  const price = knownPrice(accountFieldsOf(account).subscription, program.currency)
  const worth = reward === null ? null : worthOf(reward, price)
  const takenOff = given === null ? [] : await sumTakenOff(tx, account.id, given.id)
  return {
    side: name,
    accountId: account.external_id,
    status: details[`${side}_moderation`],
    reward,
    worth: worth === null ? null : { ...amountAnswer(worth.amount), bills: worth.bills },
    takenOff: takenOff.map(({ currency, amount: minor }) => amountAnswer({ minor, currency })),
  }
}

async function historyOf(
  tx: Transaction,
  present: ReferralId,
  [referrer, friend]: readonly [AccountRow, AccountRow],
): Promise<ReferralReview['history']> {
  const read = await loadDecidedSides(tx, [referrer.id, friend.id], MAX_READ + 1)
  const others = read.filter((it) => it.id !== present)
  const latestOf = (account: AccountKey) =>
    others
      .filter((it) => it.account_id === account && (isDecided(it) || it.status === 'PENDING'))
      .toSorted((one, other) => (one.id < other.id ? 1 : -1))
      .slice(0, MAX_SHOWN)
  const shown = [...latestOf(referrer.id), ...latestOf(friend.id)].map((it) => it.id)
  const referrals = await completeReferrals(tx, await findReferrals(tx, [...new Set(shown)]))
  const history = (side: SideName, account: AccountRow) => ({
    side,
    accountId: account.external_id,
    ...countDecisions(others.filter((it) => it.account_id === account.id)),
    complete: read.filter((it) => it.account_id === account.id && it.side === 'REFERRER').length <= MAX_READ,
    latest: latestOf(account.id).flatMap((it) => {
      const referral = referrals.find((each) => each.id === it.id)
      return referral === undefined ? [] : [earlierDecision(it, referral)]
    }),
  })
  return [history('REFERRER', referrer), history('REFERRED', friend)]
}

function earlierDecision({ side, status }: DecidedSideRow, referral: ReferralDetails) {
  const isReferrer = side === 'REFERRER'
  return {
    referralId: referral.id,
    side,
    status,
    decision: decisionAnswer(referral, sideOf[side]),
    otherAccountId: isReferrer ? referral.referred_account : referral.referrer.account,
    otherUser: summaryOf(isReferrer ? referral.referred : referral.referrer),
  }
}

/** A side without a decision of staff or of a rule follows the program. */
function isDecided({ by }: DecidedSideRow): boolean {
  return by === 'staff' || by === 'rule'
}

/** How many sides were approved by staff, are denied, wait, or needed no decision. */
function countDecisions(sides: readonly DecidedSideRow[]) {
  const count = (status: ModerationStatus) => sides.filter((it) => it.status === status).length
  const approved = sides.filter((it) => it.status === 'APPROVED' && isDecided(it)).length
  return {
    approved,
    denied: count('DENIED'),
    pending: count('PENDING'),
    undecided: count('APPROVED') - approved,
  }
}
