import { Refusal } from '@goodword/contract/frame/refusal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answered } from './serve.ts'
import { asAcme, asAcmeWithJson, createFrame, createNoteFrame, makeNote, readNote } from './test-frame.ts'

const { app } = createNoteFrame()

const post = (body: unknown) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/acme/note',
    headers: asAcmeWithJson,
    payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  })

const get = (path: string) => app.inject({ method: 'GET', url: `/api/v1/acme${path}`, headers: asAcme })

describe('a body', () => {
  it('a body reaches the handler as it was sent', async () => {
    const body = {
      id: 'a',
      subscription: { status: 'PAID', share: 12.34 },
      code: ' bob1 ',
      unknown: { deep: 1 },
    }
    const answer = await post(body)
    expect(answer.statusCode).toBe(200)
    expect(JSON.parse(answer.json().note)).toEqual(body)
  })

  it('a body loses explicit nulls of optional fields, and keeps those that mean something', async () => {
    const answer = await post({ id: 'a', subscription: { status: null }, code: null, note: null })
    expect(JSON.parse(answer.json().note)).toEqual({ id: 'a', subscription: {}, note: null })
  })

  it('a body keeps the text "null"', async () => {
    expect((await post({ id: 'null' })).json().id).toBe('null')
  })

  it.each([
    ['without an id', {}, 'id', /"id" is required: a string of 1 to 256/],
    ['with null for the id', { id: null }, 'id', /"id" must be a string of 1 to 256/],
    ['with a number for the id', { id: 5 }, 'id', /"id" must be a string/],
    ['with a list for the id', { id: ['a'] }, 'id', /must be a string/],
    ['with an empty id', { id: '' }, 'id', /1 to 256/],
    ['with two dots for the id', { id: '..' }, 'id', /neither/],
    ['with a blank id', { id: ' \t' }, 'id', /1 to 256/],
    ['with a control character in the id', { id: 'a\u0000b' }, 'id', /control characters/],
    ['with an id of 257 letters', { id: 'a'.repeat(257) }, 'id', /1 to 256/],
    ['with an id of 257 balloons', { id: '🎈'.repeat(257) }, 'id', /1 to 256/],
    ['with a text for an object', { id: 'a', subscription: 'PAID' }, 'subscription', /a JSON object/],
    [
      'with a status in lower case',
      { id: 'a', subscription: { status: 'paid' } },
      'subscription.status',
      /one of TRIAL, FREE, PAID, CANCELLED/,
    ],
    [
      'with a text for a number',
      { id: 'a', subscription: { share: '5' } },
      'subscription.share',
      /a number from 0 to 100/,
    ],
    [
      'with three decimals',
      { id: 'a', subscription: { share: 0.125 } },
      'subscription.share',
      /two decimals/,
    ],
    ['with more than all', { id: 'a', subscription: { share: 101 } }, 'subscription.share', /0 to 100/],
    ['with an empty code', { id: 'a', code: '' }, 'code', /2 to 64/],
  ])('a body %s is 400 and names the field', async (_, body, param, message) => {
    const answer = await post(body)
    expect(answer.json()).toMatchObject({ statusCode: 400, apiErrorCode: 'VALIDATION_FAILED', param })
    expect(answer.json().message).toMatch(message)
  })

  it('a body with a lone surrogate in an id is 400', async () => {
    expect((await post('{"id":"\\ud800"}')).json()).toMatchObject({ statusCode: 400, param: 'id' })
  })

  it('a body may have an id of 256 balloons', async () => {
    expect((await post({ id: '🎈'.repeat(256) })).statusCode).toBe(200)
  })

  it.each(['[]', '"text"', '5', 'null', ''])('a body that is %j is 400', async (body) => {
    const answer = await post(body)
    expect(answer.json()).toMatchObject({ statusCode: 400, apiErrorCode: 'VALIDATION_FAILED', param: null })
  })

  it.each<[string, string | Buffer]>([
    ['half', '{"id":'],
    ['in other quotes', "{'id':'a'}"],
    ['not in UTF-8', Buffer.from([0x7b, 0x22, 0x69, 0x64, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])],
    ['endlessly deep', '['.repeat(200_000)],
  ])('a body that is %s is no JSON', async (_, body) => {
    expect((await post(body)).json()).toMatchObject({ statusCode: 400, apiErrorCode: 'MALFORMED_JSON' })
  })

  it.each([
    ['that nests 9,000 levels deep', `{"id":"a","unknown":${'['.repeat(9000)}${']'.repeat(9000)}}`, /nested/],
    [
      'that nests 100,000 levels deep',
      `{"id":"a","unknown":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      /more than 10,000 values/,
    ],
    ['with a name of a prototype', '{"id":"a","unknown":{"__proto__":{}}}', /__proto__/],
    ['with a prototype', '{"id":"a","constructor":{"prototype":{}}}', /"prototype"/],
    ['that says a name twice', '{"id":"a","id":"b"}', /duplicate/],
    ['with a duplicate name in an ignored field', '{"id":"a","unknown":[{"b":1,"b":1}]}', /duplicate/],
  ])('a body %s is 400', async (_, body, message) => {
    const answer = await post(body)
    expect(answer.json()).toMatchObject({ statusCode: 400, apiErrorCode: 'MALFORMED_JSON', param: null })
    expect(answer.json().message).toMatch(message)
  })
})

describe('an id in a path', () => {
  it('an id in a path is decoded exactly once, with every character', async () => {
    const character = fc.constantFrom(
      'a',
      'B',
      '/',
      '%',
      '%2F',
      '?',
      '#',
      ';',
      '+',
      ' ',
      '.',
      'é',
      '🎈',
      ':',
      '*',
      '&',
      '=',
    )
    const id = fc
      .array(character, { minLength: 1, maxLength: 60 })
      .map((characters) => characters.join(''))
      .filter((text) => text.trim() !== '' && text !== '.' && text !== '..')
    await fc.assert(
      fc.asyncProperty(id, async (text) => {
        const answer = await get(`/note/${encodeURIComponent(text)}`)
        expect(answer.json().note).toBe(text)
      }),
    )
  })

  it('an id in a path may be 256 balloons, and not 257', async () => {
    expect((await get(`/note/${encodeURIComponent('🎈'.repeat(256))}`)).json().note).toBe('🎈'.repeat(256))
    expect((await get(`/note/${encodeURIComponent('🎈'.repeat(257))}`)).json()).toMatchObject({
      statusCode: 400,
      apiErrorCode: 'VALIDATION_FAILED',
      param: 'accountId',
    })
  })

  it.each(['%00', 'a%0Ab', '%C2%85', '%20'])('an id of %s in a path is 400', async (text) => {
    expect((await get(`/note/${text}`)).json()).toMatchObject({ statusCode: 400, param: 'accountId' })
  })

  it.each(['%', '%zz', '%FF', '%ED%A0%80'])(
    'an id in a path of %s, which decodes to nothing, is 400',
    async (text) => {
      expect((await get(`/note/${text}`)).json()).toMatchObject({
        statusCode: 400,
        apiErrorCode: 'MALFORMED_REQUEST',
      })
    },
  )

  it('an id works under an alias of the path', async () => {
    expect((await get('/memo/a')).json().note).toBe('a')
  })
})

describe('a query', () => {
  it('a query has its defaults', async () => {
    expect((await get('/note/a')).json().limit).toBe(10)
  })

  it('a query takes integers in plain digits', async () => {
    expect((await get('/note/a?limit=1000')).json().limit).toBe(1000)
  })

  it.each(['0', '1001', '-1', '1.0', '1e2', '0x10', '010', '%201', '+5', '', 'ten', '99999999999999999999'])(
    'a query refuses limit=%s',
    async (text) => {
      const answer = await get(`/note/a?limit=${text}`)
      expect(answer.json()).toMatchObject({ statusCode: 400, param: 'limit' })
      expect(answer.json().message).toContain('a whole number from 1 to 1000')
    },
  )

  it.each(['limit=5&limit=5', 'code=AB&code=AB'])('a query refuses the repeated %s', async (query) => {
    expect((await get(`/note/a?${query}`)).json().message).toMatch(/more than once/)
  })

  it.each(['limit', 'code=', 'code=%FF', 'code=%'])('a query refuses %s', async (query) => {
    expect((await get(`/note/a?${query}`)).json()).toMatchObject({
      statusCode: 400,
      param: query.split('=')[0],
    })
  })
})

describe('an answer', () => {
  it('an answer is cut to its schema', async () => {
    const { app: cutting, serve } = createFrame()
    const stored = { note: 'a', secret: 'never' }
    serve(readNote, async () => stored)
    const answer = await cutting.inject({ url: '/api/v1/acme/note/a', headers: asAcme })
    expect(answer.json()).toEqual({ note: 'a' })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('an answer has the status that its handler says', async () => {
    const { app: making, serve } = createFrame()
    serve(makeNote, async ({ body }) => answered(body.id === 'new' ? 201 : 200, { note: null }))
    const make = (id: string) =>
      making.inject({
        method: 'POST',
        url: '/api/v1/acme/made-note',
        headers: asAcmeWithJson,
        payload: { id },
      })
    expect((await make('new')).statusCode).toBe(201)
    expect((await make('old')).statusCode).toBe(200)
  })

  it('an answer to HEAD has the headers of GET and no body', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/api/v1/acme/note/a', headers: asAcme })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('')
    expect(answer.headers['content-length']).toBe(`${(await get('/note/a')).body.length}`)
  })

  it('an answer is the refusal that a handler throws', async () => {
    const { app: refusing, serve } = createFrame()
    serve(readNote, async () => {
      throw new Refusal('ACCOUNT_NOT_FOUND', 'No account has this id.', 'accountId')
    })
    const answer = await refusing.inject({ url: '/api/v1/acme/note/a', headers: asAcme })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({
      statusCode: 404,
      apiErrorCode: 'ACCOUNT_NOT_FOUND',
      message: 'No account has this id.',
      param: 'accountId',
      requestId: answer.headers['x-request-id'],
      docUrl: 'https://goodword.example.com/docs/errors#ACCOUNT_NOT_FOUND',
    })
  })
})
