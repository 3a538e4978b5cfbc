import type { Plan } from '@goodword/domain/program/billed-year'
import { type ExampleBill, exampleYear } from '@goodword/domain/program/example-bills'
import type { ExampleProgram } from '@goodword/domain/testing/example-programs'
import { addDays, addMonths } from '@goodword/domain/values/interval'
import { type Currency, shareOf } from '@goodword/domain/values/money'
import { rateFromPercent } from '@goodword/domain/values/rate'
import { STORY_CLOCK } from '../processor-story.ts'
import { billsBy } from './bill-table.ts'
import type { Calendar } from './play-scenarios.ts'
import type { ScenarioActions } from './scenario-actions.ts'
import type { TenantActions } from './tenant-actions.ts'

/** How the example year of a program is played at a processor. */
type Played<Subscribing> = {
  /** Whether a bill of nothing is one. */
  readonly withZero: boolean
  /** The terms of a friend's subscription, after the merchant looked the code up: the discount in percent and as an amount. */
  readonly subscribing: (plan: string, discount: FriendDiscount | null) => Subscribing
}

type FriendDiscount = { readonly percent: number; readonly amount: string }

/** The plan of friends who convert at once, and whose further bills do not matter. */
export const FRIENDS_PLAN = { id: 'yearly', minor: 30_000 } as const
/** The plan of the referrer and of the first friend. */
export const OWN_PLAN = 'own'

/** The bills of a day are made at 06:00 at the local Braintree, and are drafts from 12:00 to 13:00 at the local Stripe. */
const AFTER_BILL_MS = 3 * 3_600_000

/** The people of the example year of a program: a referrer, and as many friends, one a month. Their bills are those of the example. */
export function exampleCalendar<Subscribing extends object>(
  program: ExampleProgram,
  { withZero, subscribing }: Played<Subscribing>,
): Calendar<ScenarioActions<Subscribing>> {
  const { name, terms, everyMonths, from, priceMinor, friends } = program
  const startsAt = Date.parse(`${from}T12:00Z`)
  const plan: Plan = { price: { minor: priceMinor, currency: 'USD' as Currency }, everyMonths }
  const year = exampleYear(terms, plan, friends, startsAt)
  const convertsAtOnce = (year.friend[0]?.toPayMinor ?? 0) > 0
  const isPaidFor = terms.referrerReward?.type === 'PAYMENT_SHARE'
  const planOf = (friend: number) =>
    friend === 0 || !convertsAtOnce || isPaidFor ? OWN_PLAN : FRIENDS_PLAN.id
  const tableOf = (bills: readonly ExampleBill[]) =>
    billsBy({
      from,
      price: priceMinor,
      off: bills.map((it) => it.percentageMinor + it.creditMinor),
      everyMonths,
      withZero,
    })
  const come = (friend: number) => (it: ScenarioActions<Subscribing>) => {
    const discount = discountOf(program, planOf(friend))
    return it.friend(`friend${friend + 1}`, 'ada', subscribing(planOf(friend), discount))
  }
  return {
    events: {
      [momentOf(Date.parse(STORY_CLOCK.now))]: (it: TenantActions) => it.setProgram(settingsOf(program)),
    },
    scenarios: [
      {
        name: `the example year is what comes in a program with ${name}`,
        acts: {
          [momentOf(startsAt)]: (it) => it.referrer('ada', subscribing(OWN_PLAN, null)),
          ...Object.fromEntries(
            Array.from({ length: friends }, (_, friend) => [
              momentOf(addMonths(startsAt, friend) + AFTER_BILL_MS),
              come(friend),
            ]),
          ),
        },
        bills: { ada: tableOf(year.referrer), friend1: tableOf(year.friend) },
      },
    ],
    until: momentOf(addDays(year.referrer.at(-1)?.at ?? startsAt, 2)),
  }
}

function settingsOf({ terms: { maxReferrerRewards, milestones, ...terms } }: ExampleProgram) {
  return {
    ...terms,
    milestones: [...milestones],
    ...(maxReferrerRewards === null ? {} : { maxReferrerRewards }),
  }
}

function discountOf({ terms, priceMinor }: ExampleProgram, plan: string): FriendDiscount | null {
  const { referredReward: reward } = terms
  if (reward?.type !== 'PCT_DISCOUNT') return null
  const rate = rateFromPercent(reward.discountPercent)
  if (rate === null) throw new Error(`not a percentage: ${reward.discountPercent}`)
  const price = { minor: plan === OWN_PLAN ? priceMinor : FRIENDS_PLAN.minor, currency: 'USD' as Currency }
  return { percent: reward.discountPercent, amount: (shareOf(price, rate).minor / 100).toFixed(2) }
}

/** `YYYY-MM-DDTHH:MM` */
function momentOf(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 16)
}
