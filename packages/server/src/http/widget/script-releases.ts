import { readFileSync } from 'node:fs'
import { isTenantAlias } from '@goodword/domain/values/ids'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serveFile } from '../server/static-file.ts'

/** Called with the alias that a script tag names, which may not exist, and with the `Referer` of the request. */
type SawScript = (alias: string, referer: string | null) => void
type Release = { readonly version: string; readonly welcome?: unknown }

const FOLDER = new URL('../../../../client-script/releases/', import.meta.url)
const ONE_YEAR = 'public, max-age=31536000, immutable'
// An upgrade reaches every page within minutes, and no page waits for it.
const SHORT = 'public, max-age=300, stale-while-revalidate=86400'

/**
 * `/s/{version}/goodword.js`: a released script for ever as it was, and beside it what it loads for the widget and the greeting;
 * `/s/v1/goodword.js`: the newest with that first number; `/s/releases.json`: all of them with their hashes. `saw` gets
 * the tenants that tags name as `?tenant=`.
 */
export function serveScript(app: FastifyInstance, saw: SawScript = () => undefined): void {
  const list = readFileSync(new URL('releases.json', FOLDER))
  const releases = readList(list)
  serveFile(app, '/s/releases.json', {
    type: 'application/json',
    content: () => list,
    caching: SHORT,
    headers,
  })
  for (const { version, welcome } of releases) {
    serveScriptFile(app, version, version, 'goodword.js', ONE_YEAR, saw)
    serveScriptFile(app, version, version, 'goodword-widget.js', ONE_YEAR)
    if (welcome !== undefined) serveScriptFile(app, version, version, 'goodword-welcome.js', ONE_YEAR)
  }
  for (const [line, { version }] of newestOf(releases)) {
    serveScriptFile(app, line, version, 'goodword.js', SHORT, saw)
  }
}

/** A file of a release, and its source map. */
function serveScriptFile(
  app: FastifyInstance,
  folder: string,
  version: string,
  name: string,
  caching: string,
  saw: SawScript = () => undefined,
): void {
  const read = (file: string) => readFileSync(new URL(`${version}/${file}`, FOLDER))
  const [script, map] = [read(name), read(`${name}.map`)]
  serveFile(app, `/s/${folder}/${name}`, {
    type: 'text/javascript',
    content: () => script,
    caching,
    headers: { ...headers, SourceMap: `${name}.map` },
    onRequest: (request) => noteTenant(request, saw),
  })
  serveFile(app, `/s/${folder}/${name}.map`, {
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
export function newestOf(releases: readonly Release[]): ReadonlyMap<string, Release> {
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
