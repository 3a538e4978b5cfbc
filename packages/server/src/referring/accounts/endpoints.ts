import type { Account as AccountAnswer } from '@goodword/contract/accounts/account'
import { endpoints } from '@goodword/contract/all-endpoints'
import type { BodyOf } from '@goodword/contract/frame/endpoint'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { Reward as RewardAnswer } from '@goodword/contract/rewards/reward'
import { type Account, type Referral, referralStatus, standingOf } from '@goodword/domain/referrals/account'
import type { Call, Command, DescribeCommand } from '@goodword/domain/referrals/command'
import { codeInCommand, readUsedCode } from '@goodword/domain/referrals/used-code'
import type { AccountId, ProviderId } from '@goodword/domain/values/ids'
import { type Money, priceToNumber } from '@goodword/domain/values/money'
import { personalReason } from '../../frame/http/access/personal-reason.ts'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { listAnswer, listQuestion } from '../../frame/http/server/list-page.ts'
import { recordIntegrationActivity } from '../../frame/integration-activity.ts'
import type { CustomerRuns } from '../../frame/jobs/run-now.ts'
import { withGivenEvidence } from '../../tracking/evidence/observed-in-request.ts'
import { acceptedOf } from '../../tracking/track.ts'
import { trackCustomer } from '../../tracking/track-customer.ts'
import { ownedRewardAnswer } from '../rewards/reward-answer.ts'
import { blockAccount, unblockAccount } from './block-account.ts'
import { readAccountPage } from './list-accounts.ts'
import { readAccount, type StoredAccount } from './read-accounts.ts'

/** Accounts. */
export function accountEndpoints(serve: ServeEndpoint, { runCustomer }: CustomerRuns): void {
  /** Translates an account update of a merchant's server into commands; the response is the account after them. */
  serve(endpoints.syncAccount, async (ctx, { tenant, body, principal }) => {
    const call = await withGivenEvidence(ctx, tenant.tenantId, callOf(body), body.evidence)
    const tracked = await trackCustomer(ctx, tenant.tenantId, call, runCustomer)
    const { account } = acceptedOf(tracked)
    if (principal.kind === 'key') recordIntegrationActivity(ctx, tenant.tenantId, 'SERVER_CALLED')
    return accountAnswer({ ...tracked, account })
  })
  serve(endpoints.readAccount, async (ctx, { tenant, params }) => {
    const stored = await readAccount(ctx, tenant.tenantId, params.accountId as AccountId)
    if (stored === null) {
      const message = `No such account: ${params.accountId}. Create it with POST accountsync first.`
      throw new Refusal('ACCOUNT_NOT_FOUND', message, 'accountId')
    }
    return accountAnswer(stored)
  })
  serve(endpoints.listAccounts, async (ctx, { tenant, query }) => {
    const found = await readAccountPage(ctx, tenant.tenantId, query.query ?? null, listQuestion(query).page)
    return { ...listAnswer(found), accounts: [...found.rows] }
  })
  serve(endpoints.blockAccount, async (ctx, call) => {
    const id = call.params.accountId as AccountId
    return accountAnswer(await blockAccount(ctx, call.tenant.tenantId, id, personalReason(call)))
  })
  serve(endpoints.unblockAccount, async (ctx, call) => {
    const id = call.params.accountId as AccountId
    return accountAnswer(await unblockAccount(ctx, call.tenant.tenantId, id, personalReason(call)))
  })
}

type Body = BodyOf<typeof endpoints.syncAccount>

/** The commands in the order in which a request is checked: its own values, then the customer, then the code. */
function callOf(body: Body): Call {
  const commands: Command[] = [descriptionOf(body)]
  if (body.paymentProviderId !== undefined) {
    commands.push({ kind: 'bind', providerId: body.paymentProviderId as ProviderId })
  }
  if (body.referral?.code !== undefined) {
    commands.push({
      kind: 'attribute',
      evidence: 'explicit',
      ...codeInCommand(readUsedCode(body.referral.code)),
    })
  }
  if (body.subscription?.status !== undefined) {
    commands.push({ kind: 'report', status: body.subscription.status })
  }
  return { accountId: body.id as AccountId, source: 'server', commands }
}

function descriptionOf({ currency, subscription }: Body): DescribeCommand {
  const { value, billingIntervalValue, billingIntervalType } = subscription ?? {}
  return {
    kind: 'describe',
    ...(currency === undefined ? {} : { currency }),
    ...(value === undefined ? {} : { value }),
    ...(billingIntervalValue === undefined ? {} : { billingIntervalValue }),
    ...(billingIntervalType === undefined ? {} : { billingIntervalType }),
  }
}

/** The current state of an account; prices without a currency are in the program's currency. */
function accountAnswer({ account, programCurrency, now }: StoredAccount): AccountAnswer {
  return {
    id: account.id,
    currency: account.subscription.currency ?? programCurrency,
    paymentProviderId: account.providerId,
    subscription: subscriptionAnswer(account),
    referral: referralAnswer(account, now),
    standing: standingAnswer(account),
    dateCreated: account.createdAt,
    dateBlocked: account.block?.at ?? null,
    blockReason: account.block?.reason ?? null,
  }
}

function standingAnswer(account: Account): AccountAnswer['standing'] {
  const standing = standingOf(account)
  if (standing === 'open') return 'OPEN'
  return standing === 'closed' ? 'CLOSED' : 'REFERRED'
}

function subscriptionAnswer({ subscription, browserPaid }: Account): AccountAnswer['subscription'] {
  // A browser's status is shown only while no server has reported one.
  const status = subscription.status ?? (browserPaid ? 'PAID' : null)
  const { billingIntervalValue, billingIntervalType } = subscription
  const price = priceOf(subscription)
  const answer = {
    ...(status === null ? {} : { status }),
    ...(billingIntervalValue === null ? {} : { billingIntervalValue }),
    ...(billingIntervalType === null ? {} : { billingIntervalType }),
    ...(price === null ? {} : { value: priceToNumber(price) }),
  }
  return Object.keys(answer).length === 0 ? null : answer
}

function priceOf({ valueMinor, currency }: Account['subscription']): Money | null {
  return valueMinor === null || currency === null ? null : { minor: valueMinor, currency }
}

function referralAnswer(account: Account, now: number): AccountAnswer['referral'] {
  const { referral } = account
  if (referral === null) return null
  const friend = { accountId: account.id, userId: account.users[0]?.id ?? null }
  return {
    id: referral.id,
    code: referral.code,
    status: referralStatus(referral),
    referrerReward: sideAnswer(referral, 'referring', referral.referrer, now),
    referredReward: sideAnswer(referral, 'referred', friend, now),
    dateReferralStarted: referral.startedAt,
    dateConverted: referral.convertedAt,
    dateReferralEnded: referral.endedAt,
  }
}

/** A side that is not approved shows no reward, also when one was given and taken back. */
function sideAnswer(
  referral: Referral,
  side: 'referring' | 'referred',
  { accountId, userId }: Pick<RewardAnswer, 'accountId' | 'userId'>,
  now: number,
): RewardAnswer | null {
  const { reward, rewardId, moderation } = referral[side]
  if (reward === null || moderation.status !== 'APPROVED') return null
  return ownedRewardAnswer(rewardId, reward, { accountId, userId, referralId: referral.id }, now)
}
