import type { Client } from '@goodword/client'
import { COUPON_SITE, DISPOSABLE, deny, pendingOf } from './fraud.ts'
import { codeOf, type Program, type Step } from './people.ts'
import { personOf } from './person.ts'

type RewardSpec = Parameters<Client['giveReward']>[0]['body']['reward']

/** What staff did, and what waits for them at the end of the year. A repeat of each has no further effect. */
export const decisions: readonly Step[] = [
  { day: 1, act: setUpProgram },
  { day: 273, act: sendMails },
  { day: 118, act: (it) => give(it, 'Alba', { type: 'CREDIT', unit: 'USD', credit: 2000 }) },
  { day: 150, act: redeem },
  { day: 190, act: (it) => give(it, 'Elena', { type: 'FEATURE', featureType: 'Tasting', quantity: 1 }) },
  { day: 205, act: sameAddress },
  { day: 222, act: disableCode },
  { day: 273, act: sameAddressLater },
  { day: 317, act: blockReferrer },
  { day: 346, act: (it) => give(it, 'Dev', { type: 'TIME_CREDIT', unit: 'DAY', credit: 14 }) },
  { day: 352, act: hold },
  { day: 360, act: unknownColleague },
]

/** Rewards for several friends, and what the shop knows of mail domains and pages of coupons. */
async function setUpProgram({ client }: Program): Promise<void> {
  const { version, ...settings } = await client.readProgram()
  const milestones = [
    { friends: 5, reward: { type: 'FEATURE', featureType: 'Bag of beans', quantity: 1 } as const },
    { friends: 15, reward: { type: 'FEATURE', featureType: 'Hand grinder', quantity: 1 } as const },
  ]
  const mailDomains = { disposable: [DISPOSABLE], trusted: [] }
  const couponSites = [COUPON_SITE]
  await client.replaceProgram({ body: { ...settings, version, milestones, mailDomains, couponSites } })
}

/** In its first months the program has few people, and the shop writes to none of them. */
async function sendMails({ client }: Program): Promise<void> {
  const { version, ...settings } = await client.readProgram()
  const kinds = ['FRIEND_JOINED', 'REWARD_EARNED', 'REWARD_EXPIRING'] as const
  const emails = { fromAddress: 'rewards@larkfield.example', fromName: 'Larkfield Coffee', kinds }
  await client.replaceProgram({ body: { ...settings, version, emails } })
}

async function give({ client }: Program, name: string, reward: RewardSpec): Promise<void> {
  const accountId = personOf(name).id
  const idempotencyKey = `sample-year-${accountId}-${reward.type}`
  await client.giveReward({ body: { accountId, reward }, idempotencyKey })
}

async function redeem({ client }: Program): Promise<void> {
  const body = {
    accountId: personOf('Alba').id,
    unit: 'USD',
    amount: 500,
    reason: 'A grinder at a lower price',
  }
  await client.redeemCredit({ body, idempotencyKey: 'sample-year-redemption' })
}

/** A second account with the e-mail address of the referrer: the rule denies both sides. */
async function sameAddress(program: Program): Promise<void> {
  const { client } = program
  const id = 'cust_ben_home'
  const { email, lastName } = personOf('Ben Osei')
  await client.upsertUser({ body: { accountId: id, id, email, firstName: 'B.', lastName } })
  await refer(program, id, 'Ben')
}

/** A page reports the referrer's address for a friend who is trying: the referrer's reward waits. */
async function sameAddressLater({ client }: Program): Promise<void> {
  const { id } = personOf('Hana')
  const { email } = personOf('Hiro')
  await client.identify({ body: { account_id: id, user_id: `${id}_office`, email } })
}

/** The code was on a page of coupons. */
async function disableCode(program: Program): Promise<void> {
  const { client } = program
  const { id } = personOf('Kemal')
  await client.updateCode({ params: { code: await codeOf(program, id) }, body: { disabled: true } })
  await deny(client, await pendingOf(client, id))
}

/** What converts later of this referrer waits. */
async function blockReferrer({ client }: Program): Promise<void> {
  const body = { reason: 'Posted the link in a coupon forum.' }
  await client.blockAccount({ params: { accountId: personOf('Dagny').id }, body })
}

/** Staff want to have a look first. */
async function hold({ client }: Program): Promise<void> {
  const { id: referredAccountId } = personOf('Lena')
  const { referrals } = await client.listReferrals({ query: { referredAccountId } })
  const actions = referrals.map(({ id }) => ({ referralId: id, action: 'PEND_REFERRER' as const }))
  await client.moderateReferrals({ body: { actions } })
}

/** A user that only a page reported brings the code of an account that then pays. */
async function unknownColleague(program: Program): Promise<void> {
  const { client } = program
  const id = 'cust_atelier'
  const code = await codeOf(program, personOf('Alba').id)
  const body = { account_id: id, user_id: 'guest', cookie_referral_code: code }
  await client.identify({ body })
  await client.upsertUser({
    body: { accountId: id, id, email: 'office@atelier.example', firstName: 'Atelier' },
  })
  await client.syncAccount({ body: { id, subscription: { status: 'PAID', value: 49 } } })
}

async function refer(program: Program, id: string, referrer: string): Promise<void> {
  const code = await codeOf(program, personOf(referrer).id)
  const subscription = {
    status: 'PAID',
    value: 12,
    billingIntervalValue: 1,
    billingIntervalType: 'MONTH',
  } as const
  await program.client.syncAccount({ body: { id, subscription, referral: { code } } })
}
