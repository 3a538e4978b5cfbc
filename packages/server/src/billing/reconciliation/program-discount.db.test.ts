import { expect, test, vi } from 'vitest'
import { readJobs } from '../../administration/jobs/read-jobs.ts'
import { lockProgram } from '../../frame/rows/programs.ts'
import { waitingForLocks } from '../../testing/database/waiting-for-locks.ts'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'
import { planBilling } from './plan-billing.ts'
import type { CustomerAtProcessor } from './read-billing.ts'

const service = await startTestService()

async function putDiscount(story: BillingStory, processorDiscountId: string) {
  const { body } = await story.call('GET', '/program')
  return story.call('PUT', '/program', { ...body, processorDiscountId })
}

test('another discount is refused while subscriptions have the present one', async () => {
  const story = await BillingStory.begin(service)
  const code = await story.user('ada')
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  expect(await putDiscount(story, 'spring_discount')).toMatchObject({
    status: 409,
    body: { apiErrorCode: 'PROCESSOR_CONNECTION_IN_USE', param: 'processorDiscountId' },
  })
  expect(await putDiscount(story, 'referral_discount')).toMatchObject({ status: 200 })
  expect(await story.discount(bob.subscriptionId)).toBe('3.00')
})

test('every customer is looked at again when the program has another discount', async () => {
  const story = await BillingStory.begin(service)
  const ada = await story.subscribe('ada')
  await story.bind(ada)
  expect(await putDiscount(story, 'spring_discount')).toMatchObject({ status: 200 })
  const { jobs } = await readJobs(service.operator, story.alias, false)
  expect(jobs).toContainEqual(expect.objectContaining({ kind: 'ALL_CUSTOMERS', subject: '' }))
})

test('a customer read with the former discount is not planned', async () => {
  const story = await BillingStory.begin(service)
  const ada = await story.subscribe('ada')
  await story.bind(ada)
  const customer: CustomerAtProcessor = {
    customerId: ada.customerId,
    discountId: 'former',
    coupon: null,
    isDisconnecting: false,
    isFollowed: false,
    capabilities: { standing: 'AMOUNT', bills: 'STANDING' },
    subscriptions: [],
    paymentMethods: [],
    failedPayments: 0,
  }
  const plan = service.ctx.writeTenant(story.alias, (tx) => planBilling(tx, customer, COMPARISON))
  await expect(plan).rejects.toThrow('the discount of the program was changed')
})

const COMPARISON = { routineMs: 86_400_000, isAsked: false }

test('a plan waits for a change of the program', async () => {
  const story = await BillingStory.begin(service)
  const ada = await story.subscribe('ada')
  await story.bind(ada)
  const customer: CustomerAtProcessor = {
    customerId: ada.customerId,
    discountId: 'referral_discount',
    coupon: null,
    isDisconnecting: false,
    isFollowed: false,
    capabilities: { standing: 'AMOUNT', bills: 'STANDING' },
    subscriptions: [],
    paymentMethods: [],
    failedPayments: 0,
  }
  const order: string[] = []
  let plan: Promise<unknown> = Promise.resolve()
  await service.ctx.writeTenant(story.alias, async (tx) => {
    await lockProgram(tx)
    plan = service.ctx.writeTenant(story.alias, async (other) => {
      await planBilling(other, customer, COMPARISON)
      order.push('planned')
    })
    await vi.waitUntil(async () => (await waitingForLocks(service.owner)) === 1, { timeout: 120_000 })
    order.push('changed')
  })
  await plan
  expect(order).toEqual(['changed', 'planned'])
})
