import type { BillTable } from './bill-table.ts'
import type { BraintreeActions } from './braintree-actions.ts'
import { NextBills } from './next-bills.ts'
import type { ScenarioActions } from './scenario-actions.ts'
import type { TenantActions } from './tenant-actions.ts'

/** Acts by the moment, `YYYY-MM-DD` for noon of a day or `YYYY-MM-DDTHH:MM`, in UTC. */
type Acts<Actions> = Readonly<Record<string, (actions: Actions) => Promise<unknown>>>

/** What some people do on a calendar, and the bills that are right. */
export type Scenario<People = BraintreeActions> = {
  /** A whole sentence, true when the bills are right. */
  readonly name: string
  readonly acts: Acts<People>
  /** The bills by the name of each subscription of interest. */
  readonly bills: Readonly<Record<string, BillTable>>
  /** The days of bills that the service itself is to call wrong, and to leave to staff. */
  readonly wrong?: Readonly<Record<string, readonly string[]>>
}

/** What came of a scenario, by the names of its subscriptions. */
export type Outcome = {
  readonly bills: Readonly<Record<string, BillTable>>
  readonly wrong: Readonly<Record<string, readonly string[]>>
  /** The days of bills that were not what the API had said of them on the day before. */
  readonly surprising: Readonly<Record<string, readonly string[]>>
}

export type Calendar<People = BraintreeActions> = {
  /** What happens to the tenant as a whole, before what people do at the same moment. */
  readonly events?: Acts<TenantActions>
  readonly scenarios: readonly Scenario<People>[]
  readonly until: string
}

const HOUR_MS = 3_600_000
/** When it is known that a subscription that was cancelled has not been replaced. */
const AFTER_ACT_MS = 25 * HOUR_MS

/**
 * Lets the people of all scenarios act on one calendar, in the order of their moments, until its end. Their accounts have
 * nothing in common. The gateway sends its notifications itself. Returns the bills of each scenario.
 */
export async function playScenarios<People extends ScenarioActions<object>>(
  tenant: TenantActions,
  peopleOf: (prefix: string) => People,
  { events = {}, scenarios, until }: Calendar<People>,
): Promise<ReadonlyMap<Scenario<People>, Outcome>> {
  const { story } = tenant
  await story.receiveNotifications(story.tenant.hook)
  const played = scenarios.map((scenario, index) => ({
    scenario,
    people: peopleOf(`s${index + 1}`),
  }))
  const acts = [
    ...Object.entries(events).map(([moment, act]) => actAt(moment, () => act(tenant))),
    ...played.flatMap(({ scenario, people }) =>
      Object.entries(scenario.acts).map(([moment, act]) =>
        actAt(moment, () =>
          act(people).catch((cause: unknown) => {
            throw new Error(`${moment} of "${scenario.name}"`, { cause })
          }),
        ),
      ),
    ),
  ]
  const end = timeOf(until)
  const moments = new Set([...acts.flatMap(({ at }) => [at, at + AFTER_ACT_MS]), end])
  const nextBills = new NextBills(story)
  for (const moment of [...moments].filter((it) => it <= end).sort((one, other) => one - other)) {
    await nextBills.passTo(moment)
    for (const { run } of acts.filter(({ at }) => at === moment)) await run()
    // Delivers what came of it.
    await story.passTo(moment)
  }
  const wrong = await tenant.wrongBills()
  const outcomes = played.map(async ({ scenario, people }) => {
    const surprising = people.bySubscription(nextBills.surprising)
    const outcome = { bills: await people.bills(), wrong: people.bySubscription(wrong), surprising }
    return [scenario, outcome] as const
  })
  return new Map(await Promise.all(outcomes))
}

function actAt(moment: string, run: () => Promise<unknown>) {
  return { at: timeOf(moment), run }
}

function timeOf(moment: string): number {
  return Date.parse(moment.includes('T') ? `${moment}Z` : `${moment}T12:00Z`)
}
