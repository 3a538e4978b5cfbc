import { allEndpoints } from '@goodword/contract/all-endpoints'
import type { MerchantId } from '@goodword/domain/values/ids'
import { beforeEach, describe, expect, test } from 'vitest'
import { Overloaded, overloaded } from '../../../engine/foundation/load-shedding-error.ts'
import { asAcme, createNoteFrame } from '../server/test-frame.ts'
import { createLimits, type Limits } from './limits.ts'
import { createLoadShedding, type LoadShedding, type Work, workOf } from './load-shedding.ts'
import { createThrottle } from './throttle.ts'

let lateMs: number
let loadShedding: LoadShedding
let limits: Limits
let finish: (() => void)[]

beforeEach(() => {
  lateMs = 0
  loadShedding = createLoadShedding(() => lateMs)
  limits = limitedBy(loadShedding)
  finish = []
})

const limitedBy = (it: LoadShedding) => createLimits(null, it, createThrottle({ now: () => 0 }))

/** Begins work up to the limit, and returns the number in flight. */
function begin(count: number, alias = 'acme', work: Work = 'tracking'): number {
  for (let index = 0; index < count; index += 1) {
    const task = () => new Promise<void>((done) => finish.push(done))
    limits.run({ merchantId: merchant(alias) }, work, task).catch((error) => expect(error).toBe(overloaded))
  }
  return finish.length
}

const merchant = (name: string) => name as MerchantId

const isRefused = (alias: string, work: Work = 'tracking'): boolean => {
  try {
    loadShedding.rejectIfOverloaded(merchant(alias), work)
    return false
  } catch (error) {
    if (error instanceof Overloaded) return true
    throw error
  }
}

test('256 concurrent calls of one merchant are accepted, of every kind', () => {
  expect(begin(256, 'acme', 'reporting')).toBe(256)
})

test('a merchant that asks without end has half of the process, and others the rest', () => {
  expect(begin(5000)).toBe(512)
  expect([isRefused('acme'), isRefused('other')]).toEqual([true, false])
})

test('all merchants together have no more than the process manages', () => {
  for (const alias of ['one', 'two', 'three', 'four']) begin(300, alias)
  expect(finish).toHaveLength(1024)
  expect(isRefused('late_comer')).toBe(true)
})

test('reports give way before tracking does', () => {
  begin(256)
  expect([isRefused('acme', 'reporting'), isRefused('acme')]).toEqual([true, false])
  begin(256, 'other')
  expect([isRefused('third', 'reporting'), isRefused('third')]).toEqual([true, false])
})

test('a persistently late event loop lowers the limits, first those of reports, and never to zero', () => {
  begin(8)
  lateMs = 249
  expect(isRefused('acme', 'reporting')).toBe(false)
  lateMs = 250
  expect([isRefused('acme', 'reporting'), isRefused('other', 'reporting')]).toEqual([true, false])
  lateMs = 999
  expect(begin(300)).toBe(308)
  lateMs = 1000
  expect(isRefused('acme')).toBe(true)
  expect(isRefused('other')).toBe(true)
})

test('while the loop is late, no merchant takes the room of the others', () => {
  lateMs = 5000
  expect(begin(5000)).toBe(32)
  expect([isRefused('acme'), isRefused('other')]).toEqual([true, false])
})

test('a finished request makes room, however it ended', async () => {
  begin(600)
  await expect(loadShedding.run(merchant('other'), () => Promise.reject(new Error('no')))).rejects.toThrow()
  for (const done of finish) done()
  await new Promise(setImmediate)
  finish = []
  expect(begin(600)).toBe(512)
})

test('load shedding counts rejected requests', () => {
  begin(520)
  isRefused('acme')
  expect([loadShedding.takeRefused(), loadShedding.takeRefused()]).toEqual([9, 0])
})

test('what has pages is a report: lists and the data of a person; and statistics', () => {
  const reports = allEndpoints.filter((it) => workOf(it) === 'reporting')
  expect(reports.length).toBeGreaterThan(0)
  const others = ['readUserData', 'readStatistics']
  expect(reports.map((it) => it.name).filter((it) => !it.startsWith('list'))).toEqual(others)
  const lists = allEndpoints.filter(({ name }) => name.startsWith('list'))
  // A limit of their own keeps them short.
  const short = ['listCodes', 'listDomains', 'listStaff', 'listStaffInvitations', 'listStaffMails']
  expect(lists.filter((it) => !reports.includes(it)).map((it) => it.name)).toEqual(short)
})

describe('an overloaded process', () => {
  const full = createLoadShedding(() => Number.POSITIVE_INFINITY)
  // They stay in flight forever.
  for (let index = 0; index < 32; index += 1)
    void full.run(merchant('acme'), () => new Promise(() => undefined))
  const { app, logged } = createNoteFrame({}, limitedBy(full))

  test('an overloaded process answers 503 with Retry-After, and leaves no more than its line in the log', async () => {
    const answer = await app.inject({ url: '/api/v1/acme/note/a', headers: asAcme })
    expect(answer.json()).toMatchObject({ statusCode: 503, apiErrorCode: 'SERVICE_UNAVAILABLE', param: null })
    expect(answer.headers['retry-after']).toBe('2')
    expect(logged).toHaveLength(1)
  })

  test('the answer of an overloaded process can be read by the page that asked', async () => {
    const headers = { origin: 'https://shop.example.com', 'content-type': 'application/json' }
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/acme/open/note',
      headers,
      payload: { id: 'a' },
    })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('Retry-After'),
    })
  })

  test('the health checks are answered by an overloaded process', async () => {
    expect((await app.inject('/livez')).statusCode).toBe(200)
    expect((await app.inject('/readyz')).statusCode).toBe(200)
  })
})
