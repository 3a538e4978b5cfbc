import type { Effect } from '../crash/write.ts'
import type { Decision } from './bill-calendar.ts'
import { type BillComparison, compareBills } from './bill-comparison.ts'
import { type Cast, type Friend, owedPercent } from './cast.ts'
import { type Differences, differences, type Finding, total } from './differences.ts'
import { type Gateway, PRICE_MINOR } from './gateway.ts'
import type { ProcessorTarget } from './target.ts'

/** What is owed and what is there, compared from outside. */
export type Comparison = {
  /** Discounts, refunds, conversions and rewards that are owed, and are there once. */
  readonly right: number
  readonly discounts: Differences
  readonly conversions: Differences
  readonly bills: BillComparison
  /** What the service says that differs from what the story owes, and violated invariants of its tables. */
  readonly disagreements: readonly string[]
}

/** Both directions: everything that is owed is there, and nothing else. */
export async function compare(
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

export function isRight(comparison: Comparison): boolean {
  return wrongs(comparison) === 0 && comparison.disagreements.length === 0
}

/** How much is wrong at the gateway, in the list of bills, and in what is stored. */
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
