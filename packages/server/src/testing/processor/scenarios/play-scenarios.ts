import type { BillingStory } from '../billing-story.ts'
import type { BillTable } from './bill-table.ts'
import { ScenarioActions } from './scenario-actions.ts'
import type { TenantActions } from './tenant-actions.ts'

/** Acts by the moment, `YYYY-MM-DD` for noon of a day or `YYYY-MM-DDTHH:MM`, in UTC. */
type Acts<Actions> = Readonly<Record<string, (actions: Actions) => Promise<unknown>>>

/** What some people do on a calendar, and the bills that are right. */
export type Scenario = {
  /** A whole sentence, true when the bills are right. */
  readonly name: string
  readonly acts: Acts<ScenarioActions>
  /** The bills by the name of each subscription of interest. */
  readonly bills: Readonly<Record<string, BillTable>>
  /** The days of bills that the service itself is to call wrong, and to leave to staff. */
  readonly wrong?: Readonly<Record<string, readonly string[]>>
}

/** What came of a scenario, by the names of its subscriptions. */
export type Outcome = {
  readonly bills: Readonly<Record<string, BillTable>>
  readonly wrong: Readonly<Record<string, readonly string[]>>
}

export type Calendar = {
  /** What happens to the tenant as a whole, before what people do at the same moment. */
  readonly events?: Acts<TenantActions>
  readonly scenarios: readonly Scenario[]
  readonly until: string
}

const HOUR_MS = 3_600_000
/** The hour of the day at which the gateway makes bills. */
const BILLING_HOUR = 6
/** When it is known that a subscription that was cancelled has not been replaced. */
const AFTER_ACT_MS = 25 * HOUR_MS

/**
 * Lets the people of all scenarios act on one calendar, in the order of their moments, until its end. Their accounts have
 * nothing in common. The gateway sends its notifications itself. Returns the bills of each scenario.
 */
export async function playScenarios(
  tenant: TenantActions,
  { events = {}, scenarios, until }: Calendar,
): Promise<ReadonlyMap<Scenario, Outcome>> {
  await tenant.receiveNotifications(tenant.story.tenant.hook)
  const played = scenarios.map((scenario, index) => ({
    scenario,
    people: new ScenarioActions(tenant, `s${index + 1}`),
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
  for (const moment of [...moments].filter((it) => it <= end).sort((one, other) => one - other)) {
    await moveTo(tenant.story, moment)
    for (const { run } of acts.filter(({ at }) => at === moment)) await run()
    // Delivers what came of it.
    await moveTo(tenant.story, moment)
  }
  const wrong = await tenant.wrongBills()
  const outcomes = played.map(async ({ scenario, people }) => {
    const outcome = { bills: await people.bills(), wrong: people.bySubscription(wrong) }
    return [scenario, outcome] as const
  })
  return new Map(await Promise.all(outcomes))
}

function actAt(moment: string, run: () => Promise<unknown>) {
  return { at: timeOf(moment), run }
}

/** Stops at bills, and half a day before them, when time alone makes the service look at them once more. */
async function moveTo(story: BillingStory, goal: number): Promise<void> {
  const { control } = story.tenant.shop
  for (;;) {
    const clock = await control('GET', '/clock')
    const due = clock.nextDue === null ? goal : Math.min(goal, Date.parse(String(clock.nextDue)))
    const before = due - 12 * HOUR_MS
    const isBefore = isBillingTime(due) && before > Date.parse(String(clock.now))
    const stop = isBefore ? before : due
    // Of settlements there is no notification.
    const isQuiet = stop < goal && !isBefore && !isBillingTime(stop)
    if (isQuiet) await control('POST', '/clock/advance', { to: new Date(stop).toISOString() })
    else await story.moveTo(textOf(stop))
    if (stop === goal) return
  }
}

function isBillingTime(time: number): boolean {
  return new Date(time).getUTCHours() === BILLING_HOUR
}

function timeOf(moment: string): number {
  return Date.parse(moment.includes('T') ? `${moment}Z` : `${moment}T12:00Z`)
}

function textOf(time: number): string {
  return new Date(time).toISOString().slice(0, 19)
}
