import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { serveFile } from '../frame/http/server/static-file.ts'
import { asAcme, asAcmeWithJson, createNoteFrame } from '../frame/http/server/test-frame.ts'
import { countEach } from '../testing/steps/count-steps.ts'
import { fixedTexts, partsOfRequests } from '../testing/steps/fixed-texts.ts'
import { inputParsers } from '../testing/steps/input-parsers.ts'

/** Sorting takes a little more than twice as many steps for twice as much. */
const LINEAR = 2.3
const FEW_STEPS = 2000
const PIECES = 1000
const GROUP = 4
const pieces = ['a', ' ', '0', '"', '\\', '/', '.', ',', '%', 'ſ', '\u{1f600}', '\u0000']

test.each(inputParsers)('$file takes at most twice as many steps for twice as much input', async (it) => {
  const slow = await slowAmong([...pieces, ...(it.pieces ?? [])], it.parse)
  expect(slow).toEqual([])
})

const { app } = createNoteFrame({ trustedProxies: ['127.0.0.1'] })
serveFile(app, '/file', { type: 'text/plain', content: () => Buffer.from('text'), caching: 'no-cache' })
const printable = ['a', ' ', '0', '"', '.', ',', ';', 'é', 'a, ', 'a;b=', '%41', '?', '[', ':']
const header = (name: string) => (value: string) => ({
  url: '/api/v1/acme/note/a',
  headers: { ...asAcme, [name]: value },
})
const body = (payload: string) => ({
  method: 'POST',
  url: '/api/v1/acme/note',
  headers: asAcmeWithJson,
  payload,
})

const requests: Readonly<
  Record<string, readonly [pieces: readonly string[], request: (text: string) => InjectOptions]>
> = {
  'a path': [['a', '%41', '/', '%2f', '/..', ';', '//'], (text) => ({ url: `/${text}` })],
  'an id in a path': [
    ['a', '%41', '%20', '.'],
    (text) => ({ url: `/api/v1/acme/note/${text}`, headers: asAcme }),
  ],
  'a query': [['a&', 'a=1&', '%41', '&', '='], (text) => ({ url: `/livez?${text}` })],
  'a query of an operation': [
    ['a&', 'limit=1&', 'code='],
    (text) => ({ url: `/api/v1/acme/note/a?${text}`, headers: asAcme }),
  ],
  authorization: [
    [...printable, 'Bearer '],
    (value) => ({ url: '/api/v1/acme/note/a', headers: { authorization: `Basic ${value}` } }),
  ],
  'what a file is accepted in': [
    [...printable, 'br;q=0,', ',', ';q=1'],
    (value) => ({ url: '/file', headers: { 'accept-encoding': value, 'if-none-match': value } }),
  ],
  'what a page is written in': [
    [...printable, 'de,', 'de;q=1,', '-', ';q='],
    (value) => ({ url: '/r/acme/%zz', headers: { 'accept-language': value } }),
  ],
  'a body': [['[', '{"a":', '"a",', ' ', '\\', '1'], body],
  'a list in a body': [['1,', '[],', '{},', '{"a":1},'], (text) => body(`{"id":[${text}1]}`)],
  'names in a body': [
    ['a'],
    (text) => body(`{${Array.from(text, (_, index) => `"a${index}":null`).join()}}`),
  ],
  'a text in a body': [['a', '\\u0061', '\\\\', '@', '.'], (text) => body(`{"id":"${text}"}`)],
  ...Object.fromEntries(
    [
      'accept',
      'accept-language',
      'content-type',
      'cookie',
      'forwarded',
      'host',
      'idempotency-key',
      'origin',
      'traceparent',
      'user-agent',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-request-id',
    ].map((name) => [`the header ${name}`, [printable, header(name)]]),
  ),
}

test.each(Object.entries(requests))(
  '%s takes at most twice as many steps for twice as much',
  async (_, [some, request]) => {
    expect(await slowAmong(some, async (text) => app.inject(request(text)))).toEqual([])
  },
)

test('every file with a loop over text is listed', async () => {
  const files: string[] = []
  const sources = [
    'domain/src/**',
    'contract/src/**',
    'server/src/{administration,billing,files,frame,outbound,pages,privacy,referring,reporting,routes,tracking}/**',
    'server/src/engine/{batching,caches,foundation,logging,network,secrets,signals}',
  ]
  const cwd = fileURLToPath(new URL('../../../', import.meta.url))
  for await (const file of glob(
    sources.map((it) => `${it}/*.ts`),
    { cwd },
  )) {
    const isOurs =
      !/[.](?:test|generated)[.]ts$|\/(?:rows|testing)\/|test-frame|^contract\/src\/frame\/openapi\/client/.test(
        file,
      )
    if (isOurs && LOOPS.test(readFileSync(`${cwd}${file}`, 'utf8'))) files.push(file)
  }
  const known = new Set([...inputParsers.map(({ file }) => file), ...partsOfRequests, ...fixedTexts])
  expect(
    files.filter((it) => !known.has(it)),
    'add these to testing/steps/input-parsers.ts',
  ).toEqual([])
})

const LOOPS =
  /[.](?:split|exec|match|matchAll|replace|replaceAll|charCodeAt|codePointAt|indexOf|lastIndexOf|normalize|test)[(]|JSON[.]parse[(]|decodeURIComponent[(]/

type Take = (text: string) => unknown

/** Counts a few pieces together, and those of a slow group once more by themselves. */
async function slowAmong(some: readonly string[], take: Take): Promise<readonly string[]> {
  const groups = Array.from({ length: Math.ceil(some.length / GROUP) }, (_, index) =>
    some.slice(index * GROUP, (index + 1) * GROUP),
  )
  const suspects = await slowGroups(groups, take)
  const slow = await slowGroups(
    suspects.flatMap(({ group }) => group.map((piece) => [piece])),
    take,
  )
  return (slow.length > 0 ? slow : suspects).map(
    ({ group, once, twice }) => `${JSON.stringify(group)}: ${once}, then ${twice}`,
  )
}

/** Work that grows with the square of 1000 pieces takes so many steps that three others do not hide it. */
async function slowGroups(groups: readonly (readonly string[])[], take: Take) {
  const repeated = (group: readonly string[], count: number) => async () => {
    for (const piece of group) await take(piece.repeat(count))
  }
  const counts = await countEach(
    groups.flatMap((group) => [repeated(group, PIECES), repeated(group, 2 * PIECES)]),
  )
  return groups.flatMap((group, index) => {
    const [once = 0, twice = 0] = counts.slice(2 * index)
    return twice > LINEAR * once + FEW_STEPS ? [{ group, once, twice }] : []
  })
}
