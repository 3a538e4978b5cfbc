import { exampleProgram } from '@goodword/contract/frame/examples'
import { brokenOff, ok } from '@goodword/testing/replies'
import { describe, expect, it } from 'vitest'
import type { ClientOptions } from './create-client.ts'
import { failureOf, startAnsweringServer, TIMEOUT_MS } from './testing/answering-server.ts'

const { api, client, seen } = await startAnsweringServer()

describe('a call with options of its own', () => {
  it('a call is tried as often as its `retries` say, and each time for its `timeoutMs`', async () => {
    api.answers = [() => api.expire()]
    const timeout = client({ timeoutMs: 1 })
    const failure = await failureOf(timeout.readProgram({ retries: 1, timeoutMs: TIMEOUT_MS }))
    expect(failure.message).toContain(`${TIMEOUT_MS} ms`)
    expect(seen).toHaveLength(2)
  })

  it('a call rejects with the reason of its signal, and sends nothing once that is aborted', async () => {
    api.answers = [ok(exampleProgram)]
    const reason = new Error('the caller went away')
    await expect(client().readProgram({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(seen).toHaveLength(0)
  })

  it('a call ends at once when its signal is aborted during an attempt', async () => {
    const abortion = new AbortController()
    api.answers = [() => abortion.abort()]
    const failure = await client()
      .readProgram({ signal: abortion.signal })
      .catch((it: unknown) => it)
    expect(failure).toBe(abortion.signal.reason)
    expect(seen).toHaveLength(1)
  })

  it('a call ends at once when its signal is aborted while it waits for the next attempt', async () => {
    const abortion = new AbortController()
    api.answers = [brokenOff]
    const never: NonNullable<ClientOptions['startTimer']> = (_run, afterMs) => {
      if (afterMs !== TIMEOUT_MS) queueMicrotask(() => abortion.abort())
      return () => {}
    }
    const failure = await client({ startTimer: never })
      .readProgram({ signal: abortion.signal })
      .catch((it: unknown) => it)
    expect(failure).toBe(abortion.signal.reason)
    expect(seen).toHaveLength(1)
  })
})

describe('iterating over a list', () => {
  const page = (name: string, ids: readonly string[], nextCursor: string | null) =>
    ok({ count: ids.length, totalCount: null, nextCursor, [name]: ids.map((id) => ({ id })) })
  const queries = () => seen.map((it) => it.url.split('?')[1])

  it('a list is iterated page by page, by its cursor, with the same filters', async () => {
    api.answers = [page('users', ['a', 'b'], 'c1'), page('users', ['c'], null)]
    const ids: string[] = []
    for await (const { id } of client().listUsers({ query: { query: 'x', limit: 2 } })) ids.push(id)
    expect(ids).toEqual(['a', 'b', 'c'])
    expect(queries()).toEqual(['query=x&limit=2', 'query=x&limit=2&cursor=c1'])
  })

  it('a feed is iterated up to its last event, although all its pages have a cursor', async () => {
    api.answers = [page('events', ['1', '2'], 'e2'), page('events', ['3'], 'e3'), page('events', [], 'e3')]
    const ids: string[] = []
    for await (const { id } of client().listEvents({ query: { after: 'e0' } })) ids.push(id)
    expect(ids).toEqual(['1', '2', '3'])
    expect(queries()).toEqual(['after=e0', 'after=e2', 'after=e3'])
  })

  it('a list of one page without a cursor is iterated as well', async () => {
    api.answers = [ok({ staff: [{ id: 's' }] })]
    const ids: string[] = []
    for await (const { id } of client().listStaff()) ids.push(id)
    expect(ids).toEqual(['s'])
    expect(seen).toHaveLength(1)
  })

  it('a list is iterated until its signal is aborted', async () => {
    api.answers = [page('users', ['a'], 'c1')]
    const abortion = new AbortController()
    const reason = new Error('enough')
    const users = client().listUsers({ signal: abortion.signal })
    const iterate = async () => {
      for await (const _user of users) abortion.abort(reason)
    }
    await expect(iterate()).rejects.toBe(reason)
    expect(seen).toHaveLength(1)
  })
})
