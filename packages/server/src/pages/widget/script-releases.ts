import { readFileSync } from 'node:fs'
import { isTenantAlias } from '@goodword/domain/values/ids'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serveFile } from '../../frame/http/server/static-file.ts'

/** Called with the alias that a script tag names, which may not exist, and with the `Referer` of the request. */
type SawScript = (alias: string, referer: string | null) => void
/** `date`: when it was released; null for the version of these sources until it is. */
type Release = { readonly version: string; readonly date: string | null }

const FOLDER = new URL('../../../../client-script/releases/', import.meta.url)
const ONE_YEAR = 'public, max-age=31536000, immutable'
// An upgrade reaches every page within minutes, and no page waits for it.
const SHORT = 'public, max-age=300, stale-while-revalidate=86400'
// Not released yet: an old script would load parts of a newer one, whose hashes differ.
const NONE = 'no-cache'
const NAMES = ['goodword.js', 'goodword-widget.js', 'goodword-welcome.js'] as const

/**
 * `/s/{version}/goodword.js`: a released script for ever as it was, and beside it what it loads for the widget and the greeting;
 * `/s/v1/goodword.js`: the newest with that first number; `/s/releases.json`: all of them with their hashes. `saw` gets
 * the tenants that tags name as `?tenant=`.
 */
export function serveScript(app: FastifyInstance, saw: SawScript = () => undefined, folder = FOLDER): void {
  const list = readFileSync(new URL('releases.json', folder))
  const releases = readList(list)
  serveFile(app, '/s/releases.json', {
    type: 'application/json',
    content: () => list,
    caching: SHORT,
    headers,
  })
  for (const release of releases) {
    for (const name of NAMES)
      serveScriptFile(app, `${release.version}/${name}`, folder, release, ONE_YEAR, saw)
  }
  for (const [line, release] of newestOf(releases)) {
    serveScriptFile(app, `${line}/goodword.js`, folder, release, SHORT, saw)
  }
}

/** A file of a release, and its source map. */
function serveScriptFile(
  app: FastifyInstance,
  path: string,
  folder: URL,
  { version, date }: Release,
  cachingOfRelease: string,
  saw: SawScript,
): void {
  const name = path.slice(path.indexOf('/') + 1)
  const read = (file: string) => readFileSync(new URL(`${version}/${file}`, folder))
  const [script, map] = [read(name), read(`${name}.map`)]
  const caching = date === null ? NONE : cachingOfRelease
  serveFile(app, `/s/${path}`, {
    type: 'text/javascript',
    content: () => script,
    caching,
    headers: { ...headers, SourceMap: `${name}.map` },
    onRequest: (request) => noteTenant(request, saw),
  })
  serveFile(app, `/s/${path}.map`, {
    type: 'application/json',
    content: () => map,
    caching,
    headers,
  })
}

/** A tag with `?tenant=` says whose page it is, for the integration checker alone. The file is the same. */
function noteTenant({ query, headers }: FastifyRequest, saw: SawScript): void {
  const { tenant } = (query ?? {}) as { readonly tenant?: unknown }
  if (typeof tenant === 'string' && isTenantAlias(tenant)) saw(tenant, headers.referer ?? null)
}

/** Any page may load it, also with a hash, which makes it a request across origins. */
const headers = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** The newest release of each line, such as `v1`: numbers, not their digits, are compared. */
export function newestOf<Version extends Pick<Release, 'version'>>(
  releases: readonly Version[],
): ReadonlyMap<string, Version> {
  const numbers = ({ version }: Version) => version.split('.').map(Number)
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
