import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from '../../../engine/driver/database-error.ts'
import { createFrame } from './test-frame.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** An app whose every request fails with what the function throws. */
function failing(error: () => Error) {
  const { app, logged } = createFrame()
  app.get('/failing', async () => {
    throw error()
  })
  const errors = () => logged.map((it) => JSON.parse(it)).filter((it) => it.level === 50)
  return { errors, request: async () => (await app.inject('/failing')).statusCode }
}

test('an outage leaves a line a second for each cause, with the number of the others', async () => {
  let message = 'lock timeout'
  const { errors, request } = failing(() => new DatabaseUnavailable(message, false))
  for (let attempt = 0; attempt < 50; attempt += 1) expect(await request()).toBe(503)
  message = 'cannot connect'
  expect(await request()).toBe(503)
  vi.advanceTimersByTime(1000)
  await request()
  expect(errors()).toMatchObject([
    { msg: 'database unavailable: lock timeout', requestId: expect.any(String), err: expect.anything() },
    { msg: 'database unavailable: cannot connect' },
    { msg: 'database unavailable: lock timeout', repeated: 49 },
    { msg: 'database unavailable: cannot connect', err: expect.anything() },
  ])
})

test('every defect has a line of its own', async () => {
  const { errors, request } = failing(() => new Error('a reward was not found after its insert'))
  expect([await request(), await request()]).toEqual([500, 500])
  expect(errors()).toMatchObject([{ msg: 'unexpected error' }, { msg: 'unexpected error' }])
})
