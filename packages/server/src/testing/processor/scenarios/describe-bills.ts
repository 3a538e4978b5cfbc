import { describe, expect, test } from 'vitest'
import type { BillingStory } from '../billing-story.ts'
import type { ProcessorStory } from '../processor-story.ts'
import type { StripeStory } from '../stripe/stripe-story.ts'
import { BraintreeActions } from './braintree-actions.ts'
import { type Calendar, playScenarios } from './play-scenarios.ts'
import type { ScenarioActions } from './scenario-actions.ts'
import { StripeActions } from './stripe-actions.ts'
import { TenantActions } from './tenant-actions.ts'

type Played<Story, People> = Calendar<People> & {
  readonly story: Story
  /** How jobs may end; that none fails is the rule. */
  readonly outcomes?: readonly string[]
}

/** Plays scenarios at Braintree on one calendar, then has a test for each of them. */
export function describeBills(name: string, played: Played<BillingStory, BraintreeActions>): Promise<void> {
  return describePlayed(name, played, (prefix) => new BraintreeActions(played.story, prefix))
}

/** Plays scenarios at Stripe on one calendar, then has a test for each of them. */
export function describeStripeBills(name: string, played: Played<StripeStory, StripeActions>): Promise<void> {
  return describePlayed(name, played, (prefix) => new StripeActions(played.story, prefix))
}

async function describePlayed<People extends ScenarioActions<object>>(
  name: string,
  { story, outcomes, ...calendar }: Played<ProcessorStory, People>,
  peopleOf: (prefix: string) => People,
): Promise<void> {
  if (outcomes !== undefined) story.outcomes = outcomes
  const played = await playScenarios(new TenantActions(story), peopleOf, calendar)
  describe(name, () => {
    for (const scenario of calendar.scenarios) {
      test(scenario.name, () => {
        const { bills = {}, wrong = {}, surprising = {} } = played.get(scenario) ?? {}
        const ofInterest = Object.keys(scenario.bills).map((it) => [it, bills[it]])
        expect(Object.fromEntries(ofInterest)).toEqual(scenario.bills)
        expect(wrong).toEqual(scenario.wrong ?? {})
        expect(surprising).toEqual({})
      })
    }
  })
}
