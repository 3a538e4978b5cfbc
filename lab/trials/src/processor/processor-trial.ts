import { setTimeout as pause } from 'node:timers/promises'
import { type Chance, chanceOf } from '../crash/chance.ts'
import type { Effect } from '../crash/write.ts'
import type { Decision } from './bill-calendar.ts'
import { type BillComparison, compareBills } from './bill-comparison.ts'
import { type BillFaults, createBillFaults } from './bill-faults.ts'
import { type Cast, type CastSize, castOf, type Friend, owedPercent } from './cast.ts'
import { type Differences, differences, type Finding, total } from './differences.ts'
import { BEGIN, countNotifications, type Gateway, PRICE_MINOR, type Subscriber } from './gateway.ts'
import { type FaultShares, type GatewayFaults, gatewayFaults } from './gateway-faults.ts'
import { type Action, createStaff, type Staff } from './staff.ts'
import type { ProcessorTarget } from './target.ts'

export type TrialSize = {
  readonly cast: CastSize
  /** Days of the processor's clock while there are faults. */
  readonly days: number
  /** The days that begin with a kill of one process alone. */
  readonly killsAlone: number
  /** The days in the middle of which both processes are killed. */
  readonly killsOfBoth: number
  /** The days in the middle of which the worker is killed, and its jobs wait for their leases. */
  readonly killsOfWorker: number
  readonly outageMs: number
  /** One of so many days with a bill on the next morning has a fault that makes the bill wrong; 0 for none. */
  readonly billFaultEvery: number
  /** Days of the processor's clock after the faults in which everything has to become right. */
  readonly convergesWithinDays: number
  readonly shares: FaultShares
}

export type TrialReport = {
  readonly target: string
  readonly seed: number
  readonly comparison: Comparison
  readonly friends: number
  readonly days: number
  readonly kills: number
  readonly hits: Readonly<Record<string, number>>
  /** How often a bill was made wrong on purpose, by how. */
  readonly billFaults: Readonly<Record<string, number>>
  readonly lostNotifications: number
  /** Hours of the processor's clock from the end of the faults until the comparison was right; null if it never was. */
  readonly hoursToConverge: number | null
  readonly secondsToConverge: number
  readonly seconds: number
  readonly ownEnds: readonly string[]
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A job is given up after 25: the days of the trial pass in less than a second each. */
const CALM_ATTEMPTS = 6
const BREAKER_OPEN_MS = 31_000

/** Tells the story while everything fails, and compares the result with the expected effects. */
export async function runProcessorTrial(
  gateway: Gateway,
  start: (gateway: Gateway) => Promise<ProcessorTarget>,
  size: TrialSize,
  seed: number,
): Promise<TrialReport> {
  const chance = chanceOf(seed)
  const begun = performance.now()
  const target = await start(gateway)
  const faults = gatewayFaults(gateway, size.shares)
  try {
    await gateway.control('PUT', '/barrier', { url: target.clockUrl })
    const cast = castOf(size.cast, size.days)
    const staff = createStaff(gateway, target)
    const trial = { gateway, target, faults, staff, cast, size, chance }
    const billFaults = createBillFaults({
      ...trial,
      every: size.billFaultEvery,
      days: size.days,
      moveTo: (time) => moveTo(trial, time),
    })
    const kills = await passFaultyDays(trial, billFaults)
    const hits = await faults.hits()
    await faults.end()
    const lostNotifications = await countNotifications(gateway, 'lost')
    await target.untilWell()
    const healed = await untilRight(trial)
    return {
      ...healed,
      target: target.name,
      seed,
      friends: cast.friends.length,
      days: size.days,
      kills,
      hits,
      billFaults: billFaults.made,
      lostNotifications,
      seconds: secondsSince(begun),
      ownEnds: target.ownEnds.map(({ code, errors }) => `${code}: ${errors.trim()}`),
    }
  } finally {
    await target.stop()
  }
}

type Trial = {
  readonly gateway: Gateway
  readonly target: ProcessorTarget
  readonly faults: GatewayFaults
  readonly staff: Staff
  readonly cast: Cast
  readonly size: TrialSize
  readonly chance: Chance
}

/** Returns how many processes were killed. */
async function passFaultyDays(trial: Trial, billFaults: BillFaults): Promise<number> {
  const { gateway, target, faults, size, cast } = trial
  const story = createStory(trial)
  let kills = 0
  for (let day = 0; day < size.days; day += 1) {
    if (day === 1) await faults.begin()
    // Events of the last two days are learned without a notification.
    const isLost = day >= size.days - 2 || leavesUnseen(cast, day)
    if (isLost && size.shares.losses > 0) await faults.loseNotifications()
    const endOutage = day === Math.floor(size.days / 2) ? await beginOutage(trial) : null
    if (isOneOf(day, size.killsAlone, size.days)) kills += await target.kill(day % 2 === 0 ? 'web' : 'worker')
    await story.act(day)
    const subscribesAtOnce = gateway.subscribesAfterMs === 0
    if (subscribesAtOnce) await story.subscribe(day)
    if (endOutage !== null) kills += await endOutage()
    await billFaults.pass(day, subscribesAtOnce || !story.subscribesOn(day))
    if (!subscribesAtOnce && story.subscribesOn(day)) {
      await moveTo(trial, BEGIN + day * DAY_MS + gateway.subscribesAfterMs)
      await story.subscribe(day)
    }
    const both = isOneOf(day + 2, size.killsOfBoth, size.days)
    const worker = isOneOf(day + 5, size.killsOfWorker, size.days)
    const striking = both ? strike(trial, 'both') : worker ? strike(trial, 'worker') : null
    await moveTo(trial, BEGIN + (day + 1) * DAY_MS)
    kills += (await striking) ?? 0
    if (isLost && day < size.days - 2) await faults.deliverNotifications()
    await untilCalm(trial, BEGIN + (day + 1) * DAY_MS)
  }
  return kills
}

function leavesUnseen({ friends }: Cast, day: number): boolean {
  return friends.some((it) => it.kind === 'leaving unseen' && it.leavesOn === day)
}

/** Whether it is one of so many days that are spread evenly. */
function isOneOf(day: number, many: number, days: number): boolean {
  return many > 0 && Math.floor((day * many) / days) !== Math.floor(((day - 1) * many) / days)
}

async function strike({ target, chance }: Trial, which: 'both' | 'worker'): Promise<number> {
  await pause(chance() * 250)
  return target.kill(which)
}

/** The returned function waits for its end, and returns how many processes were killed. The circuit breakers of processes that are not killed stay open for a while. */
async function beginOutage({ faults, target, size }: Trial): Promise<(() => Promise<number>) | null> {
  if (size.outageMs === 0) return null
  const end = await faults.beginOutage()
  return async () => {
    await pause(size.outageMs)
    await end()
    if (size.outageMs < BREAKER_OPEN_MS) return target.kill('both')
    await pause(BREAKER_OPEN_MS)
    return 0
  }
}

/** Moves the clocks. A barrier fails because a process was just killed, and is asked again. */
async function moveTo({ gateway }: Trial, time: number): Promise<void> {
  const to = new Date(time).toISOString()
  const limit = performance.now() + 300_000
  for (;;) {
    try {
      await gateway.control('POST', '/clock/advance', { to })
      return
    } catch (error) {
      if (!/BARRIER_FAILED|CONFLICT/.test(String(error)) || performance.now() > limit) throw error
      await pause(50)
    }
  }
}

/** Sixteen hours: the next morning's fault begins an hour later. */
const MAX_CALMING_MINUTES = 960

/** Lets jobs that have failed several times in a row catch up, minute by minute of the processor's clock. */
async function untilCalm(trial: Trial, time: number): Promise<void> {
  for (let minutes = 10; minutes < MAX_CALMING_MINUTES; minutes += 10) {
    if ((await trial.target.mostAttempts()) < CALM_ATTEMPTS) return
    await pause(500)
    await moveTo(trial, time + minutes * 60_000)
  }
}

/** Moves the clocks on, half a day at a time, until everything is right. */
async function untilRight(trial: Trial) {
  const { gateway, target, staff, cast, size } = trial
  const begun = performance.now()
  let comparison = await compare(target, gateway, cast, staff.decisions)
  for (let hours = 0; ; hours += 12) {
    await moveTo(trial, BEGIN + size.days * DAY_MS + (hours + 1) * HOUR_MS)
    comparison = await compare(target, gateway, cast, staff.decisions)
    const isOver = hours >= size.convergesWithinDays * 24
    if (isOver || isRight(comparison)) {
      const hoursToConverge = isRight(comparison) ? hours + 1 : null
      return { comparison, hoursToConverge, secondsToConverge: secondsSince(begun) }
    }
  }
}

function secondsSince(begun: number): number {
  return Math.round((performance.now() - begun) / 1000)
}

/** Someone subscribes, or something else is done. */
type Act = { readonly day: number; readonly subscribes: boolean; readonly run: () => Promise<void> }

const TRIAL_DAYS = 10

type StoryOf = {
  readonly gateway: Gateway
  readonly target: ProcessorTarget
  readonly staff: Staff
  readonly cast: Cast
}

type Story = {
  /** Whether someone subscribes on this day. */
  subscribesOn(day: number): boolean
  subscribe(day: number): Promise<void>
  /** Everything else that happens on this day. */
  act(day: number): Promise<void>
}

/** The actions of the merchant, its friends, its staff and an attacker, day by day. */
function createStory({ gateway, target, staff, cast }: StoryOf): Story {
  const codes = new Map<string, string>()
  const known = new Map<string, Subscriber>()
  const acts = [
    ...cast.referrers.map((name) => subscribing(0, () => addReferrer(name))),
    ...cast.friends.flatMap(actsOf),
    ...cast.outsiders.map((name, index) => subscribing(2 + index, () => claim(name))),
  ]
  const run = async (day: number, subscribes: boolean) => {
    for (const it of acts) if (it.day === day && it.subscribes === subscribes) await it.run()
  }
  return {
    subscribesOn: (day) => acts.some((it) => it.day === day && it.subscribes),
    subscribe: (day) => run(day, true),
    act: (day) => run(day, false),
  }

  function actsOf(friend: Friend): readonly Act[] {
    const { name, kind, joinsOn, leavesOn } = friend
    const moderate = (action: Action) => () => staff.decide(name, action)
    const join = subscribing(joinsOn, () => addFriend(friend))
    if (leavesOn !== null) return [join, on(leavesOn, () => gateway.cancel(found(name)))]
    if (kind === 'denied') return [join, on(joinsOn + 12, moderate('DENY_REFERRER'))]
    if (kind === 'excluded') return [join, on(joinsOn + 12, moderate('DENY_REFERRED'))]
    if (kind !== 'approved again') return [join]
    return [join, on(joinsOn + 12, moderate('DENY_REFERRER')), on(joinsOn + 20, moderate('APPROVE_REFERRER'))]
  }

  async function addReferrer(name: string): Promise<void> {
    codes.set(name, await target.addReferrer(await gateway.subscribe(name)))
  }

  async function addFriend({ name, kind, referrer }: Friend): Promise<void> {
    const options =
      kind === 'not looked up' ? {} : kind === 'in trial' ? { trialDays: TRIAL_DAYS } : { isLookedUp: true }
    const subscriber = await gateway.subscribe(name, options)
    known.set(name, subscriber)
    const code = codes.get(referrer) ?? ''
    await target.link(subscriber, code)
    await target.linkRival(subscriber, `${name}_rival`, code)
  }

  /** The customers of a friend and of an outsider are claimed. */
  async function claim(name: string): Promise<void> {
    const code = codes.get(cast.referrers[0] ?? '') ?? ''
    const { customerId } = await gateway.subscribe(name)
    await target.claim(customerId, `${name}_account`, code)
    const [friend] = known.values()
    if (friend !== undefined) await target.claim(friend.customerId, `${name}_account`, code)
  }

  function found(name: string): Subscriber {
    const subscriber = known.get(name)
    if (subscriber === undefined) throw new Error(`${name} has not joined`)
    return subscriber
  }
}

function on(day: number, run: () => Promise<void>): Act {
  return { day, subscribes: false, run }
}

function subscribing(day: number, run: () => Promise<void>): Act {
  return { ...on(day, run), subscribes: true }
}

/** The expected and the actual effects, compared from outside. */
type Comparison = {
  /** Discounts, refunds, conversions and rewards that are owed, and are there once. */
  readonly right: number
  readonly discounts: Differences
  readonly conversions: Differences
  readonly bills: BillComparison
  /** Statements of the service that differ from the story, and violated invariants of its tables. */
  readonly disagreements: readonly string[]
}

/** Both directions: everything that is owed is there, and nothing else. */
async function compare(
  target: ProcessorTarget,
  gateway: Gateway,
  cast: Cast,
  decisions: readonly Decision[],
): Promise<Comparison> {
  const discounts = await readDiscounts(gateway, cast)
  const conversions = conversionsOf(await target.stored(), cast)
  const bills = await compareBills(target, gateway, cast, decisions)
  const all = [...discounts, ...conversions]
  return {
    right: all.filter((it) => it.owed > 0 && it.found === it.owed).length + bills.rightRefunds,
    discounts: differences(discounts),
    conversions: differences(conversions),
    bills,
    disagreements: [...(await disagreements(target, cast)), ...(await target.brokenPromises())],
  }
}

function isRight(comparison: Comparison): boolean {
  return wrongs(comparison) === 0 && comparison.disagreements.length === 0
}

/** The number of faults at the gateway, in the list of bills, and in the stored data. */
function wrongs({ discounts, bills, conversions }: Comparison): number {
  return [discounts, bills.refunds, conversions].reduce((sum, it) => sum + total(it), bills.unlisted.length)
}

/** Reads the discounts in minor units. A subscription that has ended has no next bill. */
async function readDiscounts(gateway: Gateway, cast: Cast): Promise<readonly Finding[]> {
  const owed = owedPercent(cast)
  const findings = [...owed].map(async ([name, percent]): Promise<Finding> => {
    const found = await gateway.standing(name)
    return {
      what: `discount of ${name}`,
      owed: found === null ? 0 : (PRICE_MINOR * percent) / 100,
      found: found ?? 0,
    }
  })
  return Promise.all(findings)
}

/** How often each friend converted, and each side was rewarded. */
function conversionsOf(stored: ReadonlyMap<Effect, number>, { friends, outsiders }: Cast): Finding[] {
  const times = (effect: Effect) => stored.get(effect) ?? 0
  return [
    ...friends.flatMap((friend) =>
      effectsOf(friend).map((effect) => ({ what: effect, owed: 1, found: times(effect) })),
    ),
    ...outsiders.flatMap((name) =>
      ['converted', 'referrer’s reward'].map((effect) => {
        const what = `${effect} ${name}_account`
        return { what, owed: 0, found: times(what) }
      }),
    ),
  ]
}

/** A side that was denied before the conversion was seen has no reward: for it no number is owed. */
function effectsOf({ name, kind, leavesOn }: Friend): readonly Effect[] {
  return [
    `converted ${name}`,
    ...(leavesOn === null ? [] : [`ended ${name}`]),
    ...(kind === 'excluded' ? [] : [`friend’s reward ${name}`]),
    ...(kind === 'denied' ? [] : [`referrer’s reward ${name}`]),
  ]
}

async function disagreements(target: ProcessorTarget, cast: Cast): Promise<readonly string[]> {
  const found: string[] = []
  for (const [name, percent] of owedPercent(cast)) {
    if (cast.outsiders.includes(name)) continue
    const said = await target.discountOf(name)
    const owed = (PRICE_MINOR * percent) / 100
    if (said !== null && said !== owed) found.push(`the service says ${said} for ${name}, owed ${owed}`)
  }
  return found
}
