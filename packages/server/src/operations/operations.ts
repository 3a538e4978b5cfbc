import type { ProgramSettings } from '@goodword/contract/program'
import type { AccountId, ReferralId, TenantId, UserId } from '@goodword/domain/ids'
import type { ReferralCode } from '@goodword/domain/referral-code'
import type { IdGenerator } from '../platform/id-generator.ts'
import type { Database } from '../store/database.ts'
import { accountReader, type ReadAccount } from './accounts/read-accounts.ts'
import { clickRecorder, type RecordClick } from './clicks/record-click.ts'
import { type CodeChanges, type CodeState, updateCode } from './codes/change-code.ts'
import { codeLookUp, type LookUpCode } from './codes/look-up-codes.ts'
import { type EventReading, readTimeline } from './events/read-timeline.ts'
import { type AnswerOnce, answeringOnce } from './idempotency/answer-once.ts'
import type { SigningKeys } from './identification/signing-keys.ts'
import { statementWeigher, type WeighStatement } from './identification/weigh-statement.ts'
import type { Page, PageQuestion, Timed } from './lists/page.ts'
import { type ModerateReferrals, referralModeration } from './moderation/moderate-referrals.ts'
import { readPeoplePage } from './people/list-people.ts'
import type { PersonReading } from './people/person-reading.ts'
import { readPerson } from './people/read-person.ts'
import type { FullSettings } from './programs/program-of.ts'
import { readProgram } from './programs/read-program.ts'
import { type ReadSettings, settingsReader } from './programs/read-settings.ts'
import { type ReplacedProgram, replaceProgram } from './programs/replace-program.ts'
import {
  type ReferralQuestion,
  type ReferralReading,
  readReferral,
  readReferralPage,
} from './referrals/read-referrals.ts'
import { type CancelReward, rewardCancellation } from './rewards/cancel-reward.ts'
import { type GiveReward, rewardGiving } from './rewards/give-reward.ts'
import { accountDiscountReader, type ReadAccountDiscount } from './rewards/read-account-discount.ts'
import { type RewardQuestion, readRewardPage } from './rewards/read-rewards.ts'
import { creditRedemption, type RedeemCredit } from './rewards/redeem-credit.ts'
import type { RewardReading } from './rewards/reward-reading.ts'
import { moveTestClock, readTestClock } from './tenants/test-clock.ts'
import { browserIdentification, type IdentifyFromBrowser } from './tracking/identify.ts'
import { createTrack, type Track } from './tracking/track.ts'
import { type OwnPages, type OwnProgress, readOwnProgress, type Self } from './widget/read-own-progress.ts'

/** What the service does for a tenant: everything that a door may ask of it. */
export type Operations = {
  readonly track: Track
  readonly answerOnce: AnswerOnce
  readonly weighStatement: WeighStatement
  readonly identifyFromBrowser: IdentifyFromBrowser
  readonly lookUpCode: LookUpCode
  readonly recordClick: RecordClick
  readonly readAccount: ReadAccount
  readonly readAccountDiscount: ReadAccountDiscount
  readonly readOwnProgress: (tenant: TenantId, self: Self, pages: OwnPages) => Promise<Timed<OwnProgress>>
  readonly readTimeline: (
    tenant: TenantId,
    account: AccountId,
    page: PageQuestion,
  ) => Promise<Page<EventReading>>
  readonly readPerson: (tenant: TenantId, account: AccountId, user: UserId) => Promise<PersonReading>
  readonly readReferral: (tenant: TenantId, referral: ReferralId) => Promise<Timed<ReferralReading> | null>
  readonly readReferrals: (
    tenant: TenantId,
    question: ReferralQuestion,
    page: PageQuestion,
  ) => Promise<Timed<Page<ReferralReading>>>
  readonly readPeople: (
    tenant: TenantId,
    query: string | null,
    page: PageQuestion,
  ) => Promise<Page<PersonReading>>
  readonly updateCode: (
    tenant: TenantId,
    code: ReferralCode,
    changes: CodeChanges,
  ) => Promise<CodeState | null>
  readonly moderate: ModerateReferrals
  readonly giveReward: GiveReward
  readonly cancelReward: CancelReward
  readonly redeemCredit: RedeemCredit
  readonly readSettings: ReadSettings
  readonly readProgram: (tenant: TenantId) => Promise<FullSettings & { readonly version: number }>
  readonly replaceProgram: (
    tenant: TenantId,
    settings: ProgramSettings,
    version: number,
  ) => Promise<ReplacedProgram>
  readonly readTestClock: (tenant: TenantId) => Promise<number>
  readonly moveTestClock: (tenant: TenantId, wanted: number) => Promise<number>
  readonly readRewards: (
    tenant: TenantId,
    question: RewardQuestion,
    page: PageQuestion,
  ) => Promise<Timed<Page<RewardReading>>>
}

export type OperationDependencies = {
  readonly db: Database
  /** Milliseconds of the tenant's clock. */
  readonly now: (tenantId: TenantId) => number
  readonly keys: IdGenerator
  readonly signingKeys: SigningKeys
  /** How long a visitor waits for their click to be recorded. */
  readonly clickPatienceMs?: number
}

const CLICK_PATIENCE_MS = 250

/** Puts the operations together; what shares work between requests lives as long as they do. */
export function createOperations({
  db,
  now,
  keys,
  signingKeys,
  clickPatienceMs = CLICK_PATIENCE_MS,
}: OperationDependencies): Operations {
  const track = createTrack({ db, now, keys })
  const lookUpCode = codeLookUp(db, now)
  return {
    track,
    answerOnce: answeringOnce({ db, now }),
    lookUpCode,
    recordClick: clickRecorder({ db, keys, now, patienceMs: clickPatienceMs }),
    weighStatement: statementWeigher(signingKeys, now),
    identifyFromBrowser: browserIdentification(db, track),
    readAccount: accountReader(db, now, keys),
    readAccountDiscount: accountDiscountReader(db, now, lookUpCode),
    readOwnProgress: (tenant, self, pages) => readOwnProgress(db, tenant, self, now(tenant), pages),
    readTimeline: (tenant, account, page) => readTimeline(db, tenant, account, page),
    readPerson: (tenant, account, user) => readPerson(db, tenant, account, user),
    readReferral: (tenant, referral) => readReferral(db, tenant, referral, now(tenant)),
    readReferrals: (tenant, question, page) => readReferralPage(db, tenant, question, now(tenant), page),
    readPeople: (tenant, query, page) => readPeoplePage(db, tenant, query, page),
    updateCode: (tenant, code, changes) => updateCode(db, tenant, code, changes, now(tenant)),
    moderate: referralModeration({ db, now, keys }),
    giveReward: rewardGiving({ db, now, keys }),
    cancelReward: rewardCancellation({ db, now, keys }),
    redeemCredit: creditRedemption({ db, now, keys }),
    readSettings: settingsReader(db),
    readProgram: (tenant) => readProgram(db, tenant),
    replaceProgram: (tenant, settings, version) =>
      replaceProgram({ db, clock: { now: () => now(tenant) } }, tenant, settings, version),
    readTestClock: (tenant) => readTestClock(db, tenant, now(tenant)),
    moveTestClock: (tenant, wanted) => moveTestClock(db, tenant, wanted, now(tenant)),
    readRewards: (tenant, question, page) => readRewardPage(db, tenant, question, now(tenant), page),
  }
}
