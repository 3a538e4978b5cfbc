import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Release = { readonly version: string; readonly integrity: string }

/** Bytes of a file, ready for each coding that browsers take. */
type Content = { readonly type: string; readonly plain: Buffer; readonly gzip: Buffer; readonly br: Buffer }

const FOLDER = new URL('../../../client-script/releases/', import.meta.url)
const ONE_YEAR = 'public, max-age=31536000, immutable'
// An upgrade reaches every page within minutes, and no page waits for it.
const SHORT = 'public, max-age=300, stale-while-revalidate=86400'

/**
 * `/s/{version}/goodword.js`: a released script for ever as it was; `/s/v1/goodword.js`: the newest with that first number;
 * `/s/releases.json`: all of them with their hashes.
 */
export function serveScript(app: FastifyInstance): void {
  const list = readFileSync(new URL('releases.json', FOLDER))
  const releases = readList(list)
  app.get('/s/releases.json', async (request, reply) =>
    send(request, reply, SHORT, `W/"${releases[0]?.version}-list"`, contentOf('application/json', list)),
  )
  for (const release of releases) serveRelease(app, release.version, release, ONE_YEAR)
  for (const [line, newest] of newestOf(releases)) serveRelease(app, line, newest, SHORT)
}

function serveRelease(app: FastifyInstance, folder: string, release: Release, caching: string): void {
  for (const [name, type] of [
    ['goodword.js', 'text/javascript'],
    ['goodword.js.map', 'application/json'],
  ] as const) {
    const content = contentOf(type, readFileSync(new URL(`${release.version}/${name}`, FOLDER)))
    app.get(`/s/${folder}/${name}`, async (request, reply) =>
      send(request, reply, caching, `W/"${release.version}"`, content),
    )
  }
}

function contentOf(type: string, plain: Buffer): Content {
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  return { type, plain, gzip: gzipSync(plain, { level: 9 }), br: brotliCompressSync(plain, { params }) }
}

/** Any page may load it, also with a hash, which makes it a request across origins. */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  caching: string,
  tag: string,
  { type, ...codings }: Content,
): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? ''
  const coding = (['br', 'gzip'] as const).find((it) =>
    new RegExp(`\\b${it}\\b(?!;q=0(?:[,\\s]|$))`).test(`${accepted}`),
  )
  reply
    .header('Cache-Control', caching)
    .header('ETag', tag)
    .header('Vary', 'Accept-Encoding')
    .header('Access-Control-Allow-Origin', '*')
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
    .header('X-Content-Type-Options', 'nosniff')
    .type(`${type}; charset=utf-8`)
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  if (coding === undefined) return reply.send(codings.plain)
  return reply.header('Content-Encoding', coding).send(codings[coding])
}

/** The newest release of each line, such as `v1`: numbers, not their digits, are compared. */
function newestOf(releases: readonly Release[]): ReadonlyMap<string, Release> {
  const numbers = ({ version }: Release) => version.split('.').map(Number)
  const oldestFirst = releases.toSorted((one, other) => {
    const [left, right] = [numbers(one), numbers(other)]
    const differing = left.findIndex((number, index) => number !== right[index])
    return (left[differing] ?? 0) - (right[differing] ?? 0)
  })
  return new Map(oldestFirst.map((release) => [`v${numbers(release)[0]}`, release]))
}

/** The list is made and checked by this project. */
function readList(text: Buffer): readonly Release[] {
  return JSON.parse(text.toString('utf8')) as readonly Release[]
}
