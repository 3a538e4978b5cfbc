import type { Client } from '@goodword/client'
import { readJsonFile, replaceFile } from '../json-file.ts'
import { makeCrowd } from './crowd.ts'
import { type Friend, firstCustomers, friends } from './friends.ts'
import {
  addCustomer,
  addFriend,
  codeOf,
  leave,
  mendBills,
  monthly,
  openLink,
  type Program,
  pay,
  removeDiscount,
  type Step,
} from './people.ts'
import { personOf } from './person.ts'
import { beforeBills, billingDays, LAST_DAY, moveFor, timeOf } from './year.ts'

/** A public page of coupons that the shop knows. */
const COUPON_SITE = 'coupons.example'
const bargainHunters = ['Petra Wolff', 'Niall Doyle', 'Sofia Greco'] as const
/** The mail domain of accounts that one person opened; it belongs to no one. */
const DISPOSABLE = 'mail-for-an-hour.example'

/** A referrer with so many accounts of their own, which all pay with the referrer's card from one network. */
const waves = [
  { day: 339, first: 0, count: 8 },
  { day: 345, first: 8, count: 8 },
  { day: 351, first: 16, count: 8 },
] as const
const CHEAT = 'Rico Vance'
/** Friends who share a card with the referrer and are real. */
const households = [
  ['Mina Holm', 'Grete', 340],
  ['Kenzo Tanaka', 'Hiro', 343],
] as const
/** The last ones are left for a visitor of the portal. */
const LEFT = 2

/** Referrals that fraud rules find at the end of the year, and the decisions of staff about them. */
const fraud: readonly Step[] = [
  { day: 329, act: (it) => addCustomer(it, CHEAT, 12) },
  ...waves.map(({ day, first, count }) => ({ day, act: (it: Program) => openAccounts(it, first, count) })),
  ...households.map(([name, referrer, day]) => ({ day, act: (it: Program) => share(it, name, referrer) })),
  { day: 347, act: denyFound },
  { day: 353, act: denyFound },
  { day: 354, act: approveHouseholds },
  { day: 215, act: postCode },
]

/** All of them are known before the first brings the code, as with a program that prepares them. */
async function openAccounts(
  { client, codes, ...program }: Program,
  first: number,
  count: number,
): Promise<void> {
  const evidence = { ipAddress: '203.0.113.77', cardFingerprint: 'card_of_rico' }
  const cheat = personOf(CHEAT).id
  await client.syncAccount({ body: { id: cheat, evidence } })
  const ids = Array.from({ length: count }, (_, index) => `cust_trial_${first + index + 1}`)
  for (const id of ids) {
    const email = `${id.slice(5).replaceAll('_', '.')}@${DISPOSABLE}`
    await client.upsertUser({ body: { accountId: id, id, email, firstName: 'Trial', evidence } })
  }
  const code = await codeOf({ client, codes, ...program }, cheat)
  for (const id of ids) {
    await client.syncAccount({ body: { id, subscription: monthly('TRIAL', 12), referral: { code } } })
  }
}

async function share(program: Program, name: string, referrer: string): Promise<void> {
  const { client } = program
  const { id, firstName, lastName, email } = personOf(name)
  const evidence = { cardFingerprint: `card_of_${referrer.toLowerCase()}` }
  await client.syncAccount({ body: { id: personOf(referrer).id, evidence } })
  await client.upsertUser({ body: { accountId: id, id, email, firstName, lastName, evidence } })
  const code = await codeOf(program, personOf(referrer).id)
  await client.syncAccount({ body: { id, subscription: monthly('PAID', 22), referral: { code } } })
}

async function denyFound({ client }: Program): Promise<void> {
  const query = { referringAccountId: personOf(CHEAT).id, moderationStatus: 'PENDING', limit: 100 } as const
  const { referrals } = await client.listReferrals({ query })
  const actions = referrals.slice(LEFT).map(({ id }) => ({ referralId: id, action: 'DENY' as const }))
  if (actions.length > 0) await client.moderateReferrals({ body: { actions } })
}

async function approveHouseholds({ client }: Program): Promise<void> {
  for (const [name] of households) {
    const query = { referredAccountId: personOf(name).id }
    const { referrals } = await client.listReferrals({ query })
    const actions = referrals.map(({ id }) => ({ referralId: id, action: 'APPROVE' as const }))
    await client.moderateReferrals({ body: { actions } })
  }
}

/** A customer posts a code on a page of coupons: the rule finds the clicks that come from there, and holds who types the code. */
async function postCode(program: Program): Promise<void> {
  const { client } = program
  const { id: referrer } = personOf('Kemal')
  for (let visitor = 1; visitor <= 24; visitor += 1) {
    await openLink(program, referrer, 'direct', `bargain hunter ${visitor}`, `https://${COUPON_SITE}/coffee`)
  }
  const code = await codeOf(program, referrer)
  for (const name of bargainHunters) {
    const { id, firstName, lastName, email } = personOf(name)
    await client.upsertUser({ body: { accountId: id, id, email, firstName, lastName } })
    await client.syncAccount({ body: { id, subscription: monthly('TRIAL', 12), referral: { code } } })
  }
}

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
  const { startedAt, day: first } = (await readJsonFile<Progress>(file)) ?? (await begin(program, file))
  if (first === null) return
  let reported = percentAt(first)
  const moves = [...movesOf(startedAt)].filter(([day]) => day >= first)
  const spent: Record<string, number> = {}
  let last = performance.now()
  const lap = (w: string) => {
    const n = performance.now()
    spent[w] = (spent[w] ?? 0) + n - last
    last = n
  }
  for (const [index, [day, phases]] of moves.entries()) {
    await moveTo(timeOf(startedAt, day))
    lap(day > 300 ? 'moveDaily' : 'move')
    for (const [phase, steps] of phases.entries()) {
      await perform(steps, program, phase === phases.length - 1 ? 1 : AT_ONCE)
      lap(`phase ${phase}`)
    }
    const next = moves[index + 1]?.[0] ?? null
    await keep(file, { startedAt, day: next })
    if (next === null) {
      const { writeFileSync } = await import('node:fs')
      writeFileSync(
        `${file}.laps`,
        JSON.stringify({
          spent,
          moves: moves.length,
          steps: moves.reduce((n, [, p]) => n + p.flat().length, 0),
        }),
      )
      return
    }
    const percent = percentAt(next)
    if (percent > reported) report(percent)
    reported = percent
  }
}

/** How much of the year is over on a day, in steps of ten. */
function percentAt(day: number): number {
  return Math.floor((day / LAST_DAY) * 10) * 10
}

async function perform(steps: readonly Step[], program: Program, atOnce: number): Promise<void> {
  const left = [...steps]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let step = left.shift(); step !== undefined; step = left.shift()) await step.act(program)
    }),
  )
}

/** The days to which the clock is moved, in order, with what happens then: steps of one phase after those of the phase before it. */
function movesOf(startedAt: number): ReadonlyMap<number, readonly (readonly Step[])[]> {
  const crowd = makeCrowd(startedAt)
  const all = [...friends, ...crowd.friends]
  const phases: readonly (readonly Step[])[] = [
    firstCustomers.map(([name, day]) => ({ day, act: (it) => addCustomer(it, name, 22) })),
    all.map((friend) => ({ day: friend.joins, act: (it) => addFriend(it, friend) })),
    stepsOf(all, ({ pays }) => pays, pay),
    stepsOf(all, ({ leaves }) => leaves, leave),
    crowd.visits.map(({ day, referrer, via }, index) => ({
      day,
      act: (it) => openLink(it, referrer, via, `visitor ${index}`),
    })),
    [...decisions, ...fraud, ...wrongBill(startedAt, crowd.friends)].toSorted((a, b) => a.day - b.day),
  ]
  const moveOf = moveFor(startedAt)
  const days = [...new Set(phases.flat().map(({ day }) => moveOf(day)))].toSorted((a, b) => a - b)
  return new Map(
    days.map((day) => [day, phases.map((steps) => steps.filter((it) => moveOf(it.day) === day))]),
  )
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
function wrongBill(startedAt: number, crowd: readonly Friend[]): readonly Step[] {
  const [paid, billed] = billingDays(startedAt).slice(-4, -2)
  const friend = crowd.find((it) => it.paysByCard && it.pays === paid)
  if (friend === undefined || billed === undefined) return []
  return [
    {
      day: beforeBills(startedAt, billed),
      act: async ({ client, gateway }) => gateway && removeDiscount(client, gateway, friend),
    },
    { day: billed + 2, act: async ({ client, gateway }) => gateway && mendBills(client) },
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

/** The decisions of staff, and referrals that wait at the end of the year. A repeat of each has no further effect. */
const decisions: readonly Step[] = [
  { day: 1, act: setUpProgram },
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

/** E-mails, rewards for several friends, and a mail domain that the shop knows. */
async function setUpProgram({ client }: Program): Promise<void> {
  const { version, ...settings } = await client.readProgram()
  const kinds = ['FRIEND_JOINED', 'REWARD_EARNED', 'REWARD_EXPIRING'] as const
  const emails = { fromAddress: 'rewards@larkfield.example', fromName: 'Larkfield Coffee', kinds }
  const milestones = [
    { friends: 5, reward: { type: 'FEATURE', featureType: 'Bag of beans', quantity: 1 } as const },
    { friends: 15, reward: { type: 'FEATURE', featureType: 'Hand grinder', quantity: 1 } as const },
  ]
  const mailDomains = { disposable: [DISPOSABLE], trusted: [] }
  await client.replaceProgram({
    body: { ...settings, version, emails, milestones, mailDomains, couponSites: [COUPON_SITE] },
  })
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

/** The program had sent too many discounts to one forum. */
async function disableCode(program: Program): Promise<void> {
  const code = await codeOf(program, personOf('Kemal').id)
  await program.client.updateCode({ params: { code }, body: { disabled: true } })
}

/** Later conversions of this referrer wait. */
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
