import { describe, expect, test } from 'vitest'
import type { TestService } from '../../test-service.ts'
import type { BillingStory } from '../billing-story.ts'
import { type Calendar, playScenarios } from './play-scenarios.ts'
import { TenantActions } from './tenant-actions.ts'

type Played = Calendar & {
  readonly service: TestService
  readonly story: BillingStory
  /** How jobs may end; that none fails is the rule. */
  readonly outcomes?: readonly string[]
}

/** Plays scenarios on one calendar, then has a test for each of them. */
export async function describeBills(name: string, { service, story, outcomes, ...calendar }: Played) {
  if (outcomes !== undefined) story.outcomes = outcomes
  const played = await playScenarios(new TenantActions(service, story), calendar)
  describe(name, () => {
    for (const scenario of calendar.scenarios) {
      test(scenario.name, () => {
        const { bills = {}, wrong = {} } = played.get(scenario) ?? {}
        const ofInterest = Object.keys(scenario.bills).map((it) => [it, bills[it]])
        expect(Object.fromEntries(ofInterest)).toEqual(scenario.bills)
        expect(wrong).toEqual(scenario.wrong ?? {})
      })
    }
  })
}
