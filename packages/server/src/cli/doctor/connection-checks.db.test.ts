import { expect, test } from 'vitest'
import { givenConnectedTenant } from '../../testing/processor/connected-tenant.ts'
import { startTestService } from '../../testing/test-service.ts'
import { checkConnections } from './connection-checks.ts'

const service = await startTestService()

test('the doctor names connections that are broken, then those that are not complete', async () => {
  const check = () => checkConnections(service.operator)
  expect(await check()).toEqual({
    name: 'payment processors',
    ok: true,
    message: 'No payment processor is connected.',
  })
  const { keys, shop } = await givenConnectedTenant(service)
  expect(await check()).toMatchObject({
    ok: true,
    advice: true,
    message: expect.stringContaining(`${keys.alias} (webhookUrl)`),
  })
  await shop.control('POST', '/faults', { action: { kind: 'status', status: 401 } })
  await service.call('POST', '/connection/check', { alias: keys.alias, key: keys.apiKey })
  expect(await check()).toMatchObject({
    ok: false,
    message: expect.stringMatching(new RegExp(`broken.*${keys.alias} \\(.+\\)\\. Run .*connection set`)),
  })
})
