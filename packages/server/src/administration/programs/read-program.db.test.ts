import { programDefaults } from '@goodword/contract/program/program'
import { expect, test } from 'vitest'
import { merchantAt } from '../../testing/merchant.ts'
import { LANDING_PAGE, startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

test('GET program answers the whole of it, as a new tenant starts with', async () => {
  for (const keys of [service.live, service.test, service.other]) {
    expect(await merchantAt(service.call, keys).requestOk('GET', '/program')).toEqual({
      ...programDefaults,
      name: expect.any(String),
      landingPage: LANDING_PAGE,
      version: 1,
    })
  }
})

test('GET program answers at once what was set, in every process', async () => {
  const merchant = merchantAt(service.call, service.live)
  const other = merchantAt(await service.anotherProcess(), service.live)
  for (const name of ['One', 'Two']) {
    const program = await merchant.program({ name, maxReferrerRewards: 7 })
    expect(program).toMatchObject({ name, maxReferrerRewards: 7 })
    expect(await merchant.requestOk('GET', '/program')).toEqual(program)
    expect(await other.requestOk('GET', '/program')).toEqual(program)
  }
  expect(await merchantAt(service.call, service.test).requestOk('GET', '/program')).toMatchObject({
    version: 1,
  })
})
