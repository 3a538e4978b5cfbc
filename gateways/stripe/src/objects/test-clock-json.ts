import type { TestClock } from '../model/test-clock.ts'

const WEEK_SECONDS = 7 * 86_400

export function testClockJson(it: TestClock) {
  const frozen = Math.floor(it.clock.at / 1000)
  return {
    id: it.id,
    object: 'test_helpers.test_clock' as const,
    created: it.created,
    deletes_after: frozen + WEEK_SECONDS,
    frozen_time: frozen,
    livemode: false,
    name: it.name,
    status: it.status,
    status_details: it.advancesTo === null ? {} : { advancing: { target_frozen_time: it.advancesTo } },
  }
}
