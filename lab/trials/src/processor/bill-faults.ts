import type { Chance } from '../crash/chance.ts'
import type { Cast } from './cast.ts'
import { BEGIN, type Gateway, PRICE_MINOR } from './gateway.ts'
import type { GatewayFaults } from './gateway-faults.ts'
import type { Staff } from './staff.ts'
import type { ProcessorTarget } from './target.ts'

/** The faults that make the discount of a bill wrong shortly before it is made. */
export const billFaultKinds = [
  'denied in an outage',
  'approved in an outage',
  'removed by hand',
  'raised by hand',
] as const
type BillFault = (typeof billFaultKinds)[number]

export type BillFaultsOptions = {
  readonly gateway: Gateway
  readonly target: ProcessorTarget
  readonly faults: GatewayFaults
  readonly staff: Staff
  readonly cast: Cast
  readonly chance: Chance
  /** One of so many days with a bill on the next morning has a fault; 0 for none. */
  readonly every: number
  /** The days of the trial. */
  readonly days: number
  readonly moveTo: (time: number) => Promise<void>
}

export type BillFaults = {
  /** Passes from noon to the morning after, on which a bill is made wrong if that may be. */
  pass(day: number, mayStrike: boolean): Promise<void>
  /** How often each was made. */
  readonly made: Readonly<Record<string, number>>
}

/** The referral and the side that counts for a bill. */
type Side = { readonly friend: string; readonly side: 'REFERRER' | 'REFERRED' }

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * HOUR_MS
/** Bills are made at 6. The processor is out from 5 to 7, and a hand is quicker than the hourly sweep. */
const OUTAGE_BEGINS_MS = 5 * HOUR_MS
const OUTAGE_ENDS_MS = 7 * HOUR_MS
const BY_HAND_MS = 5 * HOUR_MS + 58 * MINUTE_MS
/** Staff decide again at the next noon: without a notification, when the bill may not have been seen. */
const STAYS_DAYS = 1
const RAISED_MINOR = 600
/** Friends of the other kinds are decided on by the story. */
const steadyKinds = ['looked up', 'not looked up', 'in trial']
const MAX_TRIAL_DAYS = 12

export function createBillFaults(options: BillFaultsOptions): BillFaults {
  const { gateway, target, faults, staff, cast, chance, every, days, moveTo } = options
  const made: Record<string, number> = {}
  const later: { readonly day: number; readonly side: Side }[] = []
  let chances = 0

  return {
    made,
    async pass(day, mayStrike) {
      for (const it of later) if (it.day === day) await decide('APPROVE', it.side)
      if (every === 0 || !mayStrike) return
      const morning = BEGIN + (day + 1) * DAY_MS - DAY_MS / 2
      const accounts = await accountsBilledOn(new Date(morning).toISOString().slice(0, 10))
      if (accounts.length === 0) return
      chances += 1
      if (chances % every === 0) await strike(day, morning, accounts)
    },
  }

  /** Finds the accounts with a discount on the bill. */
  async function accountsBilledOn(date: string): Promise<readonly string[]> {
    const names = await gateway.billedOn(date)
    const withDiscount = await Promise.all(names.map(async (it) => (await discountOf(it)) > 0))
    return names.filter((it, index) => withDiscount[index] === true && !cast.outsiders.includes(it))
  }

  /** Makes a fault of the kind that was made least often, of those that are possible for one of the accounts. */
  async function strike(day: number, morning: number, accounts: readonly string[]): Promise<void> {
    const sides = day + STAYS_DAYS < days ? accounts.flatMap((it) => sidesOf(it, day)) : []
    const possible = billFaultKinds.filter((it) => it.endsWith('by hand') || sides.length > 0)
    const [kind] = possible.toSorted((one, other) => (made[one] ?? 0) - (made[other] ?? 0))
    if (kind === undefined) return
    made[kind] = (made[kind] ?? 0) + 1
    if (kind === 'removed by hand' || kind === 'raised by hand') {
      await changeByHand(morning, chance.pick(accounts), kind)
    } else {
      await decideInOutage(day, morning, chance.pick(sides), kind === 'approved in an outage')
    }
  }

  async function changeByHand(morning: number, account: string, kind: BillFault): Promise<void> {
    await moveTo(morning + BY_HAND_MS)
    const raised = Math.min(PRICE_MINOR, (await discountOf(account)) + RAISED_MINOR)
    await gateway.setDiscount(account, kind === 'removed by hand' ? null : raised)
  }

  /** The decision is known before the bill, and cannot be applied. */
  async function decideInOutage(
    day: number,
    morning: number,
    side: Side,
    isApproved: boolean,
  ): Promise<void> {
    if (isApproved) await decide('DENY', side)
    await moveTo(morning + OUTAGE_BEGINS_MS)
    const end = await faults.beginOutage()
    await decide(isApproved ? 'APPROVE' : 'DENY', side)
    // The gateway's clock would wait ten seconds for what the service cannot do.
    await gateway.control('PUT', '/barrier', { url: null })
    await moveTo(morning + OUTAGE_ENDS_MS)
    await end()
    await gateway.control('PUT', '/barrier', { url: target.clockUrl })
    if (!isApproved) later.push({ day: day + STAYS_DAYS, side })
  }

  /** The sides of referrals that count for the bill, and that no other decision is about. */
  function sidesOf(account: string, day: number): readonly Side[] {
    const sides = cast.friends.flatMap(({ name, referrer, kind, joinsOn }): readonly Side[] => {
      const hasPaid = joinsOn + (kind === 'in trial' ? MAX_TRIAL_DAYS : 2) < day
      if (name === account) return [{ friend: name, side: 'REFERRED' }]
      const isSteady = steadyKinds.includes(kind) && hasPaid
      return referrer === account && isSteady ? [{ friend: name, side: 'REFERRER' }] : []
    })
    return sides.filter(({ friend, side }) => !staff.isDenied(friend, side))
  }

  async function decide(verdict: 'DENY' | 'APPROVE', { friend, side }: Side): Promise<void> {
    await staff.decide(friend, `${verdict}_${side}`)
  }

  async function discountOf(account: string): Promise<number> {
    return (await gateway.standing(account)) ?? 0
  }
}
