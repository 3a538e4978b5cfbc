import { Refusal } from '@goodword/contract/frame/refusal'
import { beforeEach, describe, expect, test } from 'vitest'
import { clock, type Effects, startProcess } from '../../../testing/requests/keyed-calls.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { START } from '../../../testing/test-tenant.ts'

const db = await createTestDatabase()
const effects: Effects = { runs: [], meanwhile: async () => undefined }
const one = startProcess(db.service, effects)
const other = startProcess(db.connectService(), effects)

beforeEach(async () => {
  await db.owner.query({ name: '', text: 'delete from app.idempotent_request' }, [])
  effects.runs.length = 0
  effects.meanwhile = async () => undefined
  clock.now = START
})

async function kept() {
  return db.owner.query({ name: '', text: 'select * from app.idempotent_request order by 1, 2' }, [])
}

describe('a request that succeeded', () => {
  test.each([
    ['/note', 200],
    ['/made-note', 201],
    ['/given-note', 200],
  ])(
    'a repeated request at %s gets the same status and bytes from then on, from every process',
    async (path, status) => {
      const first = await one.call(path, 'k1')
      expect(first.status).toBe(status)
      expect(first.headers).not.toHaveProperty('idempotency-replayed')
      const later = startProcess(db.connectService(), effects)
      for (const process of [one, other, later]) {
        clock.now += 86_400_000
        const repeat = await process.call(path, 'k1')
        expect([repeat.status, repeat.payload]).toEqual([status, first.payload])
        expect(repeat.headers).toMatchObject({
          'idempotency-replayed': 'true',
          'content-type': first.headers['content-type'],
          'cache-control': 'no-store',
        })
        expect(repeat.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
      }
      expect(effects.runs).toHaveLength(1)
    },
  )

  test('a request is the same in another order of names, with other blanks, and with null for what is left out', async () => {
    const body = { id: 'a', subscription: { status: 'PAID', share: 1 } }
    await one.call('/note', 'k1', { body })
    const again = '{ "subscription" : {"share":1.0, "status":"PAID"}, "code": null, "id":"\\u0061" }'
    expect((await other.call('/note', 'k1', { body: again })).headers).toHaveProperty('idempotency-replayed')
    expect(effects.runs).toHaveLength(1)
  })

  test.each([
    ['body', '/note', { body: { id: 'b' } }],
    ['body in an ignored field', '/note', { body: { id: 'a', unknown: 1 } }],
    ['path', '/made-note', {}],
    ['query', '/note?x=1', {}],
    ['method', '/note', { method: 'PUT' }],
  ] as const)(
    'a request that succeeded keeps its key from one with another %s: 422',
    async (_, path, options) => {
      await one.call('/note', 'k1')
      const before = await kept()
      const { status, json, headers } = await other.call(path, 'k1', options)
      expect(json).toMatchObject({ apiErrorCode: 'IDEMPOTENCY_KEY_REUSED', param: 'Idempotency-Key' })
      expect([status, headers['idempotency-replayed']]).toEqual([422, undefined])
      expect(await kept()).toEqual(before)
      expect(effects.runs).toHaveLength(1)
    },
  )

  test('a request that succeeded is forgotten after 30 days: its key then names another request', async () => {
    const first = await one.call('/given-note', 'k1')
    clock.now = START + 30 * 86_400_000 - 1
    expect((await one.call('/given-note', 'k1')).payload).toBe(first.payload)
    clock.now = START + 30 * 86_400_000
    const renewed = await one.call('/given-note', 'k1', { body: { id: 'b' } })
    expect([renewed.status, renewed.json.id]).toEqual([200, 'id2'])
    expect(new Set(effects.runs).size).toBe(2)
    clock.now += 1
    const repeat = await other.call('/given-note', 'k1', { body: { id: 'b' } })
    expect(repeat.payload).toBe(renewed.payload)
  })
})

describe('requests at the same time', () => {
  test('requests at the same time have one effect: of fifty, the others get 409 or the response of the first', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? one : other).call('/given-note', 'k1')),
    )
    expect(effects.runs).toHaveLength(1)
    const made = answers.filter((it) => it.status === 200)
    expect(new Set(made.map((it) => it.payload)).size).toBe(1)
    expect(made.filter((it) => it.headers['idempotency-replayed'] === undefined)).toHaveLength(1)
    for (const { json, headers } of answers.filter((it) => it.status !== 200)) {
      expect(json).toMatchObject({ statusCode: 409, apiErrorCode: 'IDEMPOTENCY_KEY_IN_FLIGHT' })
      expect(headers['retry-after']).toBe('1')
    }
  })

  test('requests at the same time wait the longer the longer the first is at work, and never beyond its lease', async () => {
    const first = Promise.withResolvers<void>()
    const isRunning = Promise.withResolvers<void>()
    effects.meanwhile = () => {
      isRunning.resolve()
      return first.promise
    }
    const running = one.call('/note', 'k1')
    await isRunning.promise
    const waits: unknown[] = []
    for (const age of [0, 1, 1000, 5000, 15_000, 20_000, 29_999]) {
      clock.now = START + age
      waits.push((await other.call('/note', 'k1')).headers['retry-after'])
    }
    expect(waits).toEqual(['1', '1', '1', '5', '15', '10', '1'])
    expect((await other.call('/note', 'k1', { body: { id: 'b' } })).status).toBe(422)
    first.resolve()
    expect((await running).status).toBe(200)
  })

  test('requests under different keys, or without one, know nothing of each other', async () => {
    const answers = await Promise.all(['k1', 'k2', 'K1', null, null].map((key) => one.call('/note', key)))
    expect(answers.map((it) => it.status)).toEqual([200, 200, 200, 200, 200])
    expect(effects.runs).toHaveLength(5)
  })
})

describe('a request that did not succeed', () => {
  test('a refused request frees its key for any other: nothing is left of it', async () => {
    effects.meanwhile = async () => {
      throw new Refusal('ACCOUNT_NOT_FOUND', 'No such account.')
    }
    expect((await one.call('/note', 'k1')).status).toBe(404)
    expect(await kept()).toEqual([])
    effects.meanwhile = async () => undefined
    expect((await other.call('/note', 'k1', { body: { id: 'b' } })).status).toBe(200)
  })

  test.each([
    ['a defect', new Error('a defect'), 500],
    ['an outage', Object.assign(new Error('unavailable'), { retryable: true }), 503],
  ])(
    'a request keeps its key for the same request after %s, which may have had its effect',
    async (_, error, status) => {
      effects.meanwhile = async (run) => {
        if (run === 1) throw error
      }
      expect((await one.call('/given-note', 'k1')).status).toBe(status)
      expect((await other.call('/given-note', 'k1', { body: { id: 'b' } })).status).toBe(422)
      clock.now += 1
      const repeat = await other.call('/given-note', 'k1')
      expect([repeat.status, repeat.headers['idempotency-replayed']]).toEqual([200, undefined])
      expect(effects.runs[0]).toBe(effects.runs[1])
      expect((await one.call('/given-note', 'k1')).payload).toBe(repeat.payload)
    },
  )

  test.each([
    ['/note', '{'],
    ['/note', {}],
    ['/note', ''],
  ])('a request of the wrong shape does not even claim its key: %s %j', async (path, body) => {
    expect((await one.call(path, 'k1', { body })).status).toBe(400)
    expect(await kept()).toEqual([])
    expect((await one.call(path, 'k1')).status).toBe(200)
  })
})

describe('a key', () => {
  test.each(['', ' ', 'a b', 'a\u0000', 'schlüssel', '\u007f', 'k'.repeat(256), 'a, b'])(
    'a key that is %j is 400, and nothing happens',
    async (key) => {
      const { json } = await one.call('/note', key)
      const named = { apiErrorCode: 'VALIDATION_FAILED', statusCode: 400, param: 'Idempotency-Key' }
      expect(json).toMatchObject(named)
      expect([effects.runs, await kept()]).toEqual([[], []])
    },
  )

  test.each(['!', '~', '"k"', 'k'.repeat(255), "'; drop table x --".replaceAll(' ', '_')])(
    'a key may be %j',
    async (key) => {
      const first = await one.call('/note', key)
      expect((await one.call('/note', key)).payload).toBe(first.payload)
    },
  )

  test('a key is asked for where a repeat would act again: 400, and nothing happens', async () => {
    const { json } = await one.call('/given-note', null)
    expect(json).toMatchObject({
      statusCode: 400,
      apiErrorCode: 'IDEMPOTENCY_KEY_REQUIRED',
      param: 'Idempotency-Key',
    })
    expect([effects.runs, await kept()]).toEqual([[], []])
  })

  test('a key belongs to one program in one mode', async () => {
    const tenants = ['acme', 'test_acme', 'other']
    for (const tenant of tenants) await one.call('/given-note', 'k1', { tenant, body: { id: tenant } })
    expect(effects.runs).toHaveLength(3)
    for (const [index, tenant] of tenants.entries()) {
      const { json } = await other.call('/given-note', 'k1', { tenant, body: { id: tenant } })
      expect(json.id).toBe(`id${index + 1}`)
    }
  })

  test.each(['k1', 'not a key'])('the key %j means nothing to reading and under open/', async (key) => {
    for (const process of [one, other]) {
      expect((await process.call('/notes', key, { method: 'GET' })).status).toBe(200)
      expect((await process.call('/open/keyed-note', key)).status).toBe(200)
    }
    expect(effects.runs).toEqual([null, null, null, null])
    expect(await kept()).toEqual([])
  })

  test('a request without a key costs no row', async () => {
    await one.call('/note', null)
    expect([effects.runs, await kept()]).toEqual([[null], []])
  })
})
