import { expect, test } from 'vitest'
import { givenConnectedTenant } from '../../testing/processor/connected-tenant.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

test('the calls of a day have a budget, which stays as it is unless it is sent', async () => {
  const { keys, shop } = await givenConnectedTenant(service)
  const budgetAfter = (body: object) =>
    service.call('PUT', '/connection', {
      alias: keys.alias,
      key: keys.apiKey,
      body: { ...shop.credentials, ...body },
    })
  expect((await budgetAfter({})).body).toMatchObject({
    dailyCallBudget: 10_000,
    callsToday: expect.any(Number),
  })
  expect((await budgetAfter({ dailyCallBudget: 500 })).body).toMatchObject({ dailyCallBudget: 500 })
  expect((await budgetAfter({})).body).toMatchObject({ dailyCallBudget: 500 })
  expect((await budgetAfter({ dailyCallBudget: 99 })).status).toBe(400)
})
