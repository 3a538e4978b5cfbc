import type { Effect } from '../crash/write.ts'
import { type Cast, type Friend, owedPercent } from './cast.ts'
import { DISCOUNT_ID, type Gateway, type GatewayPayment, PRICE_MINOR } from './gateway.ts'
import type { ProcessorTarget } from './target.ts'

/** What is owed and what is there, compared from outside. */
export type Comparison = {
  /** Discounts, refunds, conversions and rewards that are owed, and are there once. */
  readonly right: number
  readonly discounts: Differences
  readonly refunds: Differences
  readonly conversions: Differences
  /** What the service says that differs from what the story owes, and violated invariants of its tables. */
  readonly disagreements: readonly string[]
}

/** Lost is owed and missing, doubled is there more than once, phantom is there and not owed. */
export type Differences = {
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly phantom: readonly string[]
}

type Finding = { readonly what: string; readonly owed: number; readonly found: number }

/** Both directions: everything that is owed is there, and nothing else. */
export async function compare(target: ProcessorTarget, gateway: Gateway, cast: Cast): Promise<Comparison> {
  const discounts = await readDiscounts(gateway, cast)
  const refunds = refundsOf(await gateway.payments(), cast)
  const conversions = conversionsOf(await target.stored(), cast)
  const all = [...discounts, ...refunds, ...conversions]
  return {
    right: all.filter((it) => it.owed > 0 && it.found === it.owed).length,
    discounts: differences(discounts),
    refunds: differences(refunds),
    conversions: differences(conversions),
    disagreements: [...(await disagreements(target, cast)), ...(await target.brokenPromises())],
  }
}

export function isRight({ discounts, refunds, conversions, disagreements: others }: Comparison): boolean {
  return [discounts, refunds, conversions].every((it) => total(it) === 0) && others.length === 0
}

export function total({ lost, doubled, phantom }: Differences): number {
  return lost.length + doubled.length + phantom.length
}

function differences(findings: readonly Finding[]): Differences {
  const texts = (isSo: (it: Finding) => boolean) =>
    findings.filter(isSo).map(({ what, owed, found }) => `${what}: ${found}, owed ${owed}`)
  return {
    lost: texts((it) => it.found < it.owed),
    doubled: texts((it) => it.owed > 0 && it.found > it.owed),
    phantom: texts((it) => it.owed === 0 && it.found > 0),
  }
}

const liveStatuses = ['Active', 'Pending', 'Past Due']

/** In minor units. A subscription that has ended has no next bill. */
async function readDiscounts(gateway: Gateway, cast: Cast): Promise<readonly Finding[]> {
  const owed = owedPercent(cast)
  const findings = [...owed].map(async ([name, percent]): Promise<Finding> => {
    const { status, discounts } = await gateway.subscription(`${name}_subscription`)
    const ours = discounts.filter((it) => it.id === DISCOUNT_ID)
    const found = ours.reduce((sum, it) => sum + minor(it.amount) * it.quantity, 0)
    const isLive = liveStatuses.includes(status)
    return {
      what: `discount of ${name}`,
      owed: isLive ? (PRICE_MINOR * percent) / 100 : 0,
      found: isLive ? found : 0,
    }
  })
  return Promise.all(findings)
}

/** A friend whose first bill was in full gets the discount of that bill back. No one else gets a refund. */
function refundsOf(payments: readonly GatewayPayment[], { referrers, friends, outsiders }: Cast): Finding[] {
  const names = friends.map((it) => it.name)
  return [...names, ...referrers, ...outsiders].map((name) => {
    const own = payments.filter((it) => it.customerId === `${name}_customer`)
    const bills = own.filter((it) => it.type === 'sale' && minor(it.amount) > 0)
    const first = bills.reduce<GatewayPayment | null>(
      (earliest, it) => (earliest === null || it.sequence < earliest.sequence ? it : earliest),
      null,
    )
    const isOwed = names.includes(name) && first !== null && minor(first.amount) === PRICE_MINOR
    const credits = own.filter((it) => it.type === 'credit')
    const found = credits.reduce((sum, it) => sum + minor(it.amount), 0)
    return { what: `refund of ${name}`, owed: isOwed ? PRICE_MINOR / 10 : 0, found }
  })
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
function effectsOf({ name, kind }: Friend): readonly Effect[] {
  return [
    `converted ${name}`,
    ...(kind === 'leaving' ? [`ended ${name}`] : []),
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

/** The amounts of this story have two decimals. */
function minor(amount: string): number {
  return Math.round(Number(amount) * 100)
}
