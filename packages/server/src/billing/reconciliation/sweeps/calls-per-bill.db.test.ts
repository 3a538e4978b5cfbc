import { afterAll, expect, test } from 'vitest'
import { observeProcessorCalls } from '../../../engine/signals/processor-calls.ts'
import { startLocalSandbox } from '../../../testing/processor/local-sandbox.ts'
import { StripeStory } from '../../../testing/processor/stripe/stripe-story.ts'
import { startTestService } from '../../../testing/test-service.ts'

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())

/** How many requests to Stripe so many months of four customers take, from some days after they subscribed. */
async function callsOf(plan: string, months: number): Promise<number> {
  const story = await StripeStory.begin(service, sandbox)
  await story.receiveNotifications(story.tenant.hook)
  const ada = await story.subscribe('ada', { plan })
  const code = await story.user('ada')
  await story.bind(ada)
  for (let at = 1; at <= 3; at += 1) {
    await story.passTo(Date.UTC(2040, 1, at, 12, at))
    const friend = await story.subscribe(`friend${at}`, { plan, percent: 10 })
    await story.user(friend.name)
    await story.link(friend, code)
  }
  await story.passTo(Date.UTC(2040, 1, 6))
  let calls = 0
  const stop = observeProcessorCalls((it) => {
    if (it.kind === 'made') calls += 1
  })
  await story.passTo(Date.UTC(2040, 1 + months, 20))
  stop()
  return calls
}

test('a monthly bill at Stripe takes at most eight requests', { timeout: 60_000 }, async () => {
  const months = 3
  expect((await callsOf('monthly', months)) / (4 * months)).toBeLessThanOrEqual(8)
})

test('a month without a bill takes at most three requests for each customer', {
  timeout: 60_000,
}, async () => {
  const months = 11
  expect((await callsOf('yearly', months)) / (4 * months)).toBeLessThanOrEqual(3)
})
