import { endpoint } from '@goodword/contract/frame/endpoint'
import type { Database } from '../../engine/driver/database.ts'
import { answered } from '../../frame/http/server/serve.ts'
import {
  asAcmeWithJson,
  basic,
  createFrame,
  makeNote,
  writeNote,
} from '../../frame/http/server/test-frame.ts'
import { answerOnce } from '../../frame/idempotency/idempotent-execution.ts'
import { testContext } from '../test-context.ts'
import { START } from '../test-tenant.ts'

const giveNote = endpoint({ ...writeNote, name: 'giveNote', path: '/given-note', repeated: 'acts again' })
const putNote = endpoint({ ...writeNote, name: 'putNote', method: 'PUT' })
const openNote = endpoint({ ...writeNote, name: 'keyedOpenNote', path: '/open/keyed-note', scope: null })
const readNotes = endpoint({
  ...writeNote,
  name: 'readNotes',
  method: 'GET',
  path: '/notes',
  scope: 'read',
  body: null,
})

/** The effects of endpoints of a process: each run is noted with the name of its request, then `meanwhile` happens. */
export type Effects = {
  readonly runs: (string | null)[]
  meanwhile: (run: number) => Promise<void>
}

type Options = {
  readonly tenant?: string
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly body?: unknown
}

export type Process = {
  /** Sends a request under a key; without one when it is null. */
  call(path: string, key: string | null, options?: Options): Promise<KeyedAnswer>
  readonly logged: readonly string[]
}

export type KeyedAnswer = {
  readonly status: number
  readonly payload: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly json: Readonly<Record<string, unknown>>
}

export const clock = { now: START }

/** One process of the service, with endpoints whose effects can be counted, held up and made to fail. */
export function startProcess(db: Database, effects: Effects): Process {
  const ctx = testContext(db, { now: () => clock.now })
  const { app, serve, logged } = createFrame({}, (tenantId, request, answer) =>
    answerOnce(ctx, tenantId, request, answer),
  )
  async function run(effectKey: string | null) {
    const number = effects.runs.push(effectKey)
    await effects.meanwhile(number)
    return { note: `run ${number} é \u0000`, id: `id${number}` }
  }
  serve(writeNote, ({ effectKey }) => run(effectKey))
  serve(putNote, ({ effectKey }) => run(effectKey))
  serve(giveNote, ({ effectKey }) => run(effectKey))
  serve(openNote, ({ effectKey }) => run(effectKey))
  serve(readNotes, ({ effectKey }) => run(effectKey))
  serve(makeNote, async ({ effectKey }) => answered(201, await run(effectKey)))
  return {
    logged,
    async call(path, key, { tenant = 'acme', method = 'POST', body = { id: 'a' } } = {}) {
      const answer = await app.inject({
        method,
        url: `/api/v1/${tenant}${path}`,
        headers: {
          ...asAcmeWithJson,
          authorization: basic(`key-${tenant}:`),
          ...(key === null ? {} : { 'idempotency-key': key }),
        },
        ...(method === 'GET' ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const { statusCode: status, payload, headers } = answer
      return { status, payload, headers, json: answer.json() }
    },
  }
}
