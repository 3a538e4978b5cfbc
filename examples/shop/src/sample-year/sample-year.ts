import type { Client } from '@goodword/client'
import { readJsonFile, replaceFile } from '../json-file.ts'
import { makeCrowd } from './crowd.ts'
import { COUPON_SITE, DISPOSABLE, deny, fraud, pendingOf } from './fraud.ts'
import { type Friend, firstCustomers, friends } from './friends.ts'
import {
  addCustomer,
  addFriend,
  codeOf,
  leave,
  mendBills,
  openLink,
  type Program,
  pay,
  removeDiscount,
  type Step,
} from './people.ts'
import { personOf } from './person.ts'
import { beforeBills, billingDays, LAST_DAY, moveFor, timeOf } from './year.ts'

/** How far the year is, in a file. */
type Progress = {
  /** When the year began, by the clock of the program: milliseconds since the epoch. */
  readonly startedAt: number
  /** The day from which on steps are left; null at the end. */
  readonly day: number | null
}

/** Moves the clock of the program to a time, in milliseconds since the epoch; a time that is past changes nothing. */
export type MoveClock = (to: number) => Promise<void>

/** Requests that are sent at the same time. */
const AT_ONCE = 16

/**
 * Makes a year of some four hundred people, who bring each other, pay and leave, in a test program whose clock moves along. A year
 * that was interrupted is continued where it was: every step may be repeated. A complete one is not made again. `report` gets
 * each tenth of the year when it is passed, as a percentage.
 */
export async function makeSampleYear(
  program: Program,
  moveTo: MoveClock,
  file: string,
  report: (percent: number) => void,
): Promise<void> {
  const { startedAt, day: begun } = (await readJsonFile<Progress>(file)) ?? (await begin(program, file))
  if (begun === null) return
  let reported = percentAt(begun)
  const days = daysOf(startedAt).filter((it) => it.day >= begun)
  await moveTo(timeOf(startedAt, begun))
  for (const [index, { first, meanwhile }] of days.entries()) {
    await performAll(first, program)
    const next = days[index + 1]?.day ?? null
    // A move mostly waits, and people come at any time.
    await Promise.all([
      next === null ? null : moveTo(timeOf(startedAt, next)),
      performAll(meanwhile, program),
    ])
    await keep(file, { startedAt, day: next })
    if (next === null) return
    const percent = percentAt(next)
    if (percent > reported) report(percent)
    reported = percent
  }
}

/** How much of the year is over on a day, in steps of ten. */
function percentAt(day: number): number {
  return Math.floor((10 * day) / (LAST_DAY + 1)) * 10
}

/** Steps of a phase are done at the same time, and phases one after the other. */
type Phases = readonly (readonly Step[])[]

async function performAll(phases: Phases, program: Program): Promise<void> {
  for (const steps of phases) {
    const left = [...steps]
    const perform = async () => {
      for (let step = left.shift(); step !== undefined; step = left.shift()) await step.act(program)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, perform))
  }
}

/** What happens on a day to which the clock is moved, and what while it moves on. */
type Day = { readonly day: number; readonly first: Phases; readonly meanwhile: Phases }

function daysOf(startedAt: number): readonly Day[] {
  const moveOf = moveFor(startedAt)
  const atMove = (steps: readonly Step[]) => steps.map((it) => ({ ...it, day: moveOf(it.day) }))
  const crowd = makeCrowd(startedAt)
  const all = [...friends, ...crowd.friends]
  const [byCard, others] = [all.filter((it) => it.paysByCard), all.filter((it) => !it.paysByCard)]
  const decided = [...decisions, ...fraud].toSorted((a, b) => a.day - b.day)
  const first: Phases = [
    atMove(firstCustomers.map(([name, day]) => ({ day, act: (it) => addCustomer(it, name, 22) }))),
    // On the very days of the bills.
    stepsOf(byCard, ({ pays }) => pays, pay),
    wrongBill(startedAt, byCard),
    ...decided.map((it) => atMove([it])),
  ]
  const meanwhile: Phases = [
    atMove([
      ...all.map((friend): Step => ({ day: friend.joins, act: (it) => addFriend(it, friend) })),
      ...crowd.visits.map(({ day, referrer, via }, index): Step => {
        return { day, act: (it) => openLink(it, referrer, via, `visitor ${index}`) }
      }),
    ]),
    atMove(stepsOf(others, ({ pays }) => pays, pay)),
    atMove(stepsOf(others, ({ leaves }) => leaves, leave)),
  ]
  const on = (day: number, phases: Phases) => phases.map((steps) => steps.filter((it) => it.day === day))
  const days = new Set([...first, ...meanwhile].flat().map((it) => it.day))
  return [...days]
    .toSorted((a, b) => a - b)
    .map((day) => ({ day, first: on(day, first), meanwhile: on(day, meanwhile) }))
}

function stepsOf(
  all: readonly Friend[],
  dayOf: (friend: Friend) => number | null,
  act: (program: Program, friend: Friend) => Promise<void>,
): readonly Step[] {
  return all.flatMap((friend) => {
    const day = dayOf(friend)
    return day === null || day > LAST_DAY ? [] : [{ day, act: (it: Program) => act(it, friend) }]
  })
}

/** One bill of a card is made without the discount, which is found, and given back by staff. */
function wrongBill(startedAt: number, payers: readonly Friend[]): readonly Step[] {
  const [paid, billed] = billingDays(startedAt).slice(-4, -2)
  if (paid === undefined || billed === undefined) return []
  const friend = payers.findLast((it) => it.pays !== null && it.pays <= paid)
  if (friend === undefined) return []
  return [
    {
      day: beforeBills(startedAt, billed),
      act: async ({ client, gateway }) => gateway && removeDiscount(client, gateway, friend),
    },
    { day: billed + 1, act: async ({ client, gateway }) => gateway && mendBills(client) },
  ]
}

async function begin({ client }: Program, file: string): Promise<Progress> {
  const { now } = await client.readTestClock()
  const progress = { startedAt: now, day: 0 }
  await keep(file, progress)
  return progress
}

function keep(file: string, progress: Progress): Promise<void> {
  return replaceFile(file, `${JSON.stringify(progress)}\n`)
}

type RewardSpec = Parameters<Client['giveReward']>[0]['body']['reward']

/** What staff did, and what waits for them at the end of the year. A repeat of each has no further effect. */
const decisions: readonly Step[] = [
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
  const { email } = personOf('Hiro Tanaka')
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
  const guest = { user_id: 'guest', first_name: 'Noor', last_name: 'Haddad' }
  const body = { account_id: id, ...guest, cookie_referral_code: code }
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
