import type { OwnReferral, Program, Reward, RewardSpec, Widget } from '@goodword/client'
import { isCredit } from '@goodword/domain/rewards/reward'

const DAY_MS = 86_400_000

/**
 * The widget of a made-up referrer with these settings: three friends in different states, and rewards by the terms of the
 * program.
 *
 * @param shareOrigin of the service, which share links begin with
 */
export function sampleWidget(program: Program, alias: string, shareOrigin: string, now: number): Widget {
  const { referredReward, referrerReward } = program
  const direct = `${shareOrigin}/r/${alias}/ADAT4K9QX`
  const reward = referrerReward === null ? null : rewardOf(referrerReward, now - 20 * DAY_MS)
  return {
    accountId: 'sample',
    userId: 'sample',
    referralCode: 'ADAT4K9QX',
    canEnterCode: false,
    codeFault: program.active ? null : 'PROGRAM_INACTIVE',
    codeChoicesLeft: program.referrersChooseCodes ? 5 : null,
    shareLinks: {
      direct,
      email: `${direct}?gw_m=email`,
      twitter: `${direct}?gw_m=twitter`,
      facebook: `${direct}?gw_m=facebook`,
      linkedin: `${direct}?gw_m=linkedin`,
      whatsapp: `${direct}?gw_m=whatsapp`,
    },
    program: {
      name: program.publicName ?? program.name,
      currency: program.currency,
      showReferrerName: program.showReferrerName,
      referredReward,
      referrerReward,
      theme: readyTheme(program.theme),
      texts: program.texts,
    },
    referrals: {
      ...onePage(3),
      referrals: [
        referral('Grace H.', now - 2 * DAY_MS, { reason: 'AWAITING_PAYMENT' }),
        referral('Bartholomew-Alexander F.', now - 9 * DAY_MS, { reason: 'AWAITING_PAYMENT' }),
        referral('Zoë Å.', now - 40 * DAY_MS, {
          status: 'CONVERTED',
          dateConverted: now - 20 * DAY_MS,
          reward,
        }),
      ],
    },
    rewards: { ...onePage(reward === null ? 0 : 1), rewards: reward === null ? [] : [reward] },
    balances: balancesOf(referrerReward),
    discount:
      referrerReward?.type === 'PCT_DISCOUNT'
        ? {
            discountPercentage: referrerReward.discountPercent,
            referredDiscountPercent: 0,
            referrerDiscountPercent: referrerReward.discountPercent,
          }
        : { discountPercentage: 0, referredDiscountPercent: 0, referrerDiscountPercent: 0 },
    figures: sampleFigures(program),
    invitations: program.invitations === 'ON' ? { remainingToday: 10, needsName: false } : null,
    leaderboard:
      program.leaderboard === 'OFF'
        ? null
        : { rank: 4, isShown: false, leaders: [{ rank: 2, firstName: 'Grace' }] },
  }
}

/** Leaves out incomplete values: the service would refuse it, and browsers show something else. */
function readyTheme(theme: Program['theme']): Program['theme'] {
  const entries = Object.entries(theme).filter(([name, value]) => {
    if (name === 'logo') return URL.canParse(String(value)) && new URL(String(value)).protocol === 'https:'
    return !name.endsWith('Color') || /^#[0-9a-f]{6}$/i.test(String(value))
  })
  return Object.fromEntries(entries)
}

/** The figures of a referrer with one friend who pays. */
function sampleFigures({ active, currency, referrerReward, maxReferrerRewards, milestones }: Program) {
  const hasRoom = referrerReward !== null && maxReferrerRewards !== 1
  const [next] = milestones.filter((it) => it.friends > 1)
  const friendsToGo = hasRoom ? 1 : next === undefined ? null : next.friends - 1
  return {
    clicks: 14,
    visitors: 9,
    inProgress: 2,
    converted: 1,
    ended: 0,
    saved: referrerReward?.type === 'PCT_DISCOUNT' ? [{ currency, amount: 10 }] : [],
    shared: referrerReward?.type === 'PAYMENT_SHARE' ? [{ currency, amount: 4.1, owed: 0 }] : [],
    nextReward: active && friendsToGo !== null ? { friendsToGo } : null,
    milestones: milestones.map((it) => ({
      ...it,
      reached: it.friends === 1,
      friendsToGo: it.friends - 1,
    })),
    queued: null,
    rewardLimit:
      maxReferrerRewards === undefined
        ? null
        : { rewards: referrerReward === null ? 0 : 1, maximum: maxReferrerRewards },
  }
}

const onePage = (count: number) => ({ count, totalCount: count, nextCursor: null })

function referral(friendName: string, startedAt: number, fields: Partial<OwnReferral>): OwnReferral {
  return {
    id: friendName,
    status: 'IN_PROGRESS',
    friendName,
    reason: null,
    dateReviewEnds: null,
    appealUrl: null,
    reward: null,
    shared: [],
    dateReferralStarted: startedAt,
    dateConverted: null,
    dateReferralEnded: null,
    ...fields,
  }
}

function rewardOf(terms: RewardSpec, givenAt: number): Reward {
  const record = {
    id: 'sample',
    rewardSource: 'FRIEND_SIGNUP',
    accountId: 'sample',
    userId: 'sample',
    referralId: 'sample',
    statuses: ['AVAILABLE'],
    dateCreated: givenAt,
    dateScheduledFor: null,
    dateGiven: givenAt,
    dateExpires: null,
    dateCancelled: null,
    dateRedeemed: null,
  } as const
  return isCredit(terms) ? { ...terms, ...record, redeemedCredit: 0 } : { ...terms, ...record }
}

function balancesOf(terms: RewardSpec | null): Widget['balances'] {
  if (terms === null || !isCredit(terms)) return []
  return [{ unit: terms.unit, available: terms.credit }]
}
