import { type Account, type Referral, type ReferralSide, standingOf } from './account.ts'
import { emailKey } from './email.ts'
import { type Evidence, type FraudSignal, type Party, screen } from './fraud.ts'
import { type Outcome, reasonOfSignal } from './outcome.ts'
import { cancelReward } from './reward.ts'
import { type Scene, type Step, unchanged } from './scene.ts'

/**
 * Runs the fraud rules over an account's referral. A rule speaks once. While the referral is in progress an active
 * rule denies both sides, except one that staff decided, and one that fails to run holds the referrer's; after conversion rules only signal; after the end they rest.
 */
export function screened(account: Account, scene: Scene): Step {
  const { referral } = account
  if (referral === null || referral.endedAt !== null) return unchanged(account)
  const signals = newSignals(
    referral,
    screen(evidenceOf(account, referral, scene), scene.program.fraudRules, scene.rules),
  )
  if (signals.length === 0) return unchanged(account)

  const flagged = signals.map(
    (signal): Outcome => ({
      ...aboutReferral(account, referral),
      type: 'referral.flagged',
      reason: reasonOfSignal(signal),
    }),
  )
  const withSignals = { ...account, referral: { ...referral, signals: [...referral.signals, ...signals] } }
  const active = signals.filter((signal) => !signal.shadow)
  if (active.length === 0 || standingOf(account) !== 'in progress') {
    return { account: withSignals, outcomes: flagged }
  }
  const decisive = active.find((signal) => signal.failed !== true)
  const moderated =
    decisive === undefined
      ? holdReferrer(withSignals, withSignals.referral)
      : denyBoth(withSignals, withSignals.referral, decisive, scene)
  return { account: moderated.account, outcomes: [...flagged, ...moderated.outcomes] }
}

/** What rules may compare of an account. */
export function partyOf(account: Pick<Account, 'participants' | 'providerId' | 'claimedProviderId'>): Party {
  return {
    providerIds: [account.providerId, account.claimedProviderId].filter((it) => it !== null),
    emailKeys: account.participants.flatMap((it) => (it.email === null ? [] : [emailKey(it.email)])),
    userIds: account.participants.map((it) => it.id),
  }
}

function evidenceOf(account: Account, referral: Referral, scene: Scene): Evidence {
  const referrer = scene.partyOf(referral.referrer.accountKey)
  return { friend: partyOf(account), referrer: { ...referrer, userIds: [referral.referrer.userId] } }
}

/** Signals not raised before; one that was only a shadow speaks again when its rule has become active. */
function newSignals(referral: Referral, signals: readonly FraudSignal[]): readonly FraudSignal[] {
  return signals.filter(
    (signal) =>
      !referral.signals.some(
        (known) =>
          known.rule === signal.rule && known.failed === signal.failed && (signal.shadow || !known.shadow),
      ),
  )
}

/** A rule that failed to run may not pass silently: the referrer's side waits, the friend's goes on. */
function holdReferrer(account: Account, referral: Referral): Step {
  const { status, by } = referral.referring.moderation
  if (by === 'staff' || status !== 'APPROVED') return unchanged(account)
  const referring: ReferralSide = { ...referral.referring, moderation: { status: 'PENDING', by: 'rule' } }
  const held: Outcome = {
    ...aboutReferral(account, referral),
    type: 'referral.moderated',
    reason: 'RULE_FAILED',
  }
  return { account: { ...account, referral: { ...referral, referring } }, outcomes: [held] }
}

function denyBoth(account: Account, referral: Referral, signal: FraudSignal, scene: Scene): Step {
  const referred = denied(referral.referred, scene.now)
  const referring = denied(referral.referring, scene.now)
  if (referred === referral.referred && referring === referral.referring) return unchanged(account)
  const about = aboutReferral(account, referral)
  const outcomes: Outcome[] = [{ ...about, type: 'referral.moderated', reason: signal.rule }]
  if (referred.reward !== referral.referred.reward) {
    outcomes.push({ ...about, type: 'reward.cancelled', reason: 'MODERATION', rewardId: referred.rewardId })
  }
  return { account: { ...account, referral: { ...referral, referred, referring } }, outcomes }
}

function denied(side: ReferralSide, now: number): ReferralSide {
  if (side.moderation.by === 'staff' || side.moderation.status === 'DENIED') return side
  const reward = side.reward === null ? null : cancelReward(side.reward, now)
  return { ...side, moderation: { status: 'DENIED', by: 'rule' }, reward }
}

function aboutReferral(account: Account, referral: Referral) {
  return { account: account.key, referralId: referral.id, referrer: referral.referrer.accountKey }
}
