import { expect, test } from 'vitest'
import { givenConnectedTenant } from '../../../testing/processor/connected-tenant.ts'
import { startTestService } from '../../../testing/test-service.ts'
import { checkConnections } from './connection-checks.ts'

const service = await startTestService()

test('the doctor names connections that are broken, then those that are not complete or made the calls of the day', async () => {
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
  const text = `update app.processor_connection set calls_day = $2, calls_made = 10001 where tenant_id = $1`
  const today = new Date(service.clock.now).toISOString().slice(0, 10)
  await service.owner.query({ name: '', text }, [keys.alias, today])
  expect(await check()).toMatchObject({
    ok: true,
    advice: true,
    message: expect.stringContaining(`${keys.alias} (10001 of 10000)`),
  })
  await shop.control('POST', '/faults', { action: { kind: 'status', status: 401 } })
  await service.call('POST', '/connection/check', { alias: keys.alias, key: keys.apiKey })
  expect(await check()).toMatchObject({
    ok: false,
    message: expect.stringMatching(new RegExp(`broken.*${keys.alias} \\(.+\\)\\. Run .*connection set`)),
  })
})
