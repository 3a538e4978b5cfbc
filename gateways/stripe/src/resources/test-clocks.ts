import { moveClock } from '@goodword/sandbox/control/move-clock'
import { emit } from '../events/emit.ts'
import { finder } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import { newId } from '../model/ids.ts'
import type { TestClock } from '../model/test-clock.ts'
import { testClockJson } from '../objects/test-clock-json.ts'
import { invalid } from '../wire/api-error.ts'
import { type Work, workBy } from '../work.ts'
import { list } from './list-route.ts'
import { del, post, type Route, retrieve } from './route.ts'

const path = '/test_helpers/test_clocks'

const findTestClock = finder('testclock', ({ testClocks }) => testClocks)

export const testClockRoutes: readonly Route[] = [
  post(path, 'test_clock', (params) => {
    const [frozenTime, name] = [
      params.neededInteger('frozen_time', 0, 253_402_300_799),
      params.text('name') ?? null,
    ]
    return (work) => {
      const { account, now } = work
      const clock = { at: frozenTime * 1000, runsSince: null }
      const id = newId(account, 'clock')
      const made: TestClock = { id, created: now, name, status: 'ready', advancesTo: null, clock }
      account.testClocks.set(id, made)
      emit(work, 'test_helpers.test_clock.created', { object: testClockJson(made) })
      return testClockJson(made)
    }
  }),
  list(path, 'test_clock', findTestClock, { view: testClockJson }),
  retrieve(`${path}/:id`, 'test_clock', findTestClock, testClockJson),
  del(`${path}/:id`, 'test_clock', (_params, { id }) => (work) => {
    const { account } = work
    const clock = findTestClock(account, id)
    if (clock.status === 'advancing') throw invalid('The test clock is advancing.')
    removeClock(account, clock)
    return { id: clock.id, object: 'test_helpers.test_clock', deleted: true }
  }),
  post(`${path}/:id/advance`, 'test_clock', (params, { id }) => {
    const to = params.neededInteger('frozen_time', 0, 253_402_300_799)
    return (work) => {
      const clock = findTestClock(work.account, id)
      if (clock.status === 'advancing') throw invalid('The test clock is already advancing.')
      if (to * 1000 <= clock.clock.at)
        throw invalid('The frozen time must be after the current time.', 'frozen_time')
      clock.status = 'advancing'
      clock.advancesTo = to
      emit({ ...work, clockId: null }, 'test_helpers.test_clock.advancing', { object: testClockJson(clock) })
      void advance(work, clock, to)
      return testClockJson(clock)
    }
  }),
]

/** Settles due transactions, delivers their webhooks and calls the barrier, step by step; the answer does not wait for it. */
async function advance({ gateway, account }: Work, clock: TestClock, to: number): Promise<void> {
  const control = { gateway, changed: () => undefined }
  const status = await moveClock(control, account, () => to * 1000, { clockId: clock.id }).then(
    () => 'ready' as const,
    (error) => {
      gateway.log(`the test clock ${clock.id} stopped: ${error instanceof Error ? error.message : error}`)
      return 'internal_failure' as const
    },
  )
  clock.status = status
  clock.advancesTo = null
  const type =
    status === 'ready' ? 'test_helpers.test_clock.ready' : 'test_helpers.test_clock.internal_failure'
  emit(workBy(gateway, account, null), type, { object: testClockJson(clock) })
}

/** Its customers are deleted with it, and all their data. */
function removeClock(account: StripeAccount, clock: TestClock): void {
  for (const customer of account.customers.values()) {
    if (customer.testClock !== clock.id) continue
    customer.isDeleted = true
  }
  for (const notification of account.notifications.values()) {
    if (notification.clockId !== clock.id || notification.dueAt === null) continue
    Object.assign(notification, { status: 'given_up', dueAt: null })
  }
  account.testClocks.delete(clock.id)
}
