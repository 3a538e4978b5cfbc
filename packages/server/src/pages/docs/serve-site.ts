import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { styleHashes } from '../../frame/http/headers/style-hashes.ts'
import { plainRefusal } from '../../frame/http/server/errors.ts'
import { answerWithFile, type CompressedFile, mediaTypeOf } from '../../frame/http/server/static-file.ts'
import { BAR_STYLE, docsBar, TEXT_STYLE } from './docs-bar.ts'

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

type Answers = {
  readonly stamp: string
  readonly find: (path: string) => Answer | null
  readonly notFound: Answer
}

const builtSiteFolder = resolve(import.meta.dirname, '../../../../docs-site/dist')

/** The build writes it last. */
const STAMP = '.stamp'

const RELOAD_S = 3

/** Where it was not built. */
const missingSite = sitePage(
  'The documentation is not built',
  'Run <code>npm run docs</code> in the folder of the project, then load this page again. The service can keep running.',
)

/** While it is built for the first time. */
const buildingSite = sitePage(
  'The documentation is being built',
  'This page opens it by itself, usually within a minute.',
  RELOAD_S,
)

/**
 * `/docs/*`: the documentation as `npm run docs` has built it. A build that appears or changes while the service runs is seen at
 * the next request. Without one its pages say that it is being built, or how to build it; `/docs/errors` is then `errorPage`, because each error response
 * leads there.
 */
export function serveSite(
  app: FastifyInstance,
  errorPage: Answer,
  underWay: Promise<unknown> | null = null,
  folder = builtSiteFolder,
): void {
  let unbuilt = underWay === null ? missingSite : buildingSite
  const end = (): void => {
    unbuilt = missingSite
  }
  underWay?.then(end, end)
  let latest: Promise<Answers> | null = null
  let known: string | null = null
  const answers = async (): Promise<Answers | null> => {
    const stamp = await stampOf(folder)
    if (stamp === null) return null
    if (stamp !== known || latest === null) {
      known = stamp
      latest = readSite(folder, stamp).then(answersOf)
    }
    return latest
  }
  app.get('/docs', async (_request, reply) => reply.redirect('/docs/', 301))
  app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
    const path = request.params['*']
    const site = await answers()
    if (site === null) return answerUnbuilt(path, reply, unbuilt, () => errorPage(request, reply))
    const answer = site.find(path)
    if (answer !== null) return answer(request, reply)
    if (site.find(`${path}/`) !== null) return reply.redirect(`/docs/${path}/`, 301)
    if (!(request.headers.accept ?? '').includes('text/html')) throw plainRefusal('NOT_FOUND')
    return site.notFound(request, reply.code(404))
  })
}

/** Addresses that a build has as pages. */
const pages = /^(?:(?:guides|reference|upgrade)(?:[/][\w.-]*)*)?$/

async function answerUnbuilt(
  path: string,
  reply: FastifyReply,
  { page, policy, headers }: typeof missingSite,
  errorPage: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  if (path === 'errors') return errorPage()
  if (!pages.test(path)) throw plainRefusal('NOT_FOUND')
  return reply
    .code(503)
    .headers({ ...pageHeaders, ...headers, 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page)
}

function answersOf({ stamp, files }: BuiltSite): Answers {
  const found = new Map(
    [...files].map(([path, { type, content }]) => {
      // The name of such a file contains the hash of its content.
      const caching = path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
      return [path, answerWithFile({ type, content, caching, headers: pageHeaders })] as const
    }),
  )
  const notFound = found.get('404.html')
  if (notFound === undefined) throw new Error('documentation without a page for unknown addresses')
  return {
    stamp,
    find: (path) =>
      found.get(path) ??
      (path === '' || path.endsWith('/') ? found.get(`${path}index.html`) : found.get(`${path}.html`)) ??
      null,
    notFound,
  }
}

const pageHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
} as const

/** The files of a build of the documentation, by their paths. */
type BuiltSite = {
  /** A hash of its sources. */
  readonly stamp: string
  readonly files: ReadonlyMap<string, { readonly type: string; readonly content: () => Promise<SiteFile> }>
}

/** A file with its compressed forms, if the build has made them. */
type SiteFile = Buffer | CompressedFile

/** @returns null where there is no build */
async function stampOf(folder: string): Promise<string | null> {
  // A file that cannot be read, for any reason, leaves nothing to serve.
  return readFile(join(folder, STAMP), 'utf8').catch(() => null)
}

/** Lists the files of a build; each is read when it is first requested. */
async function readSite(folder: string, stamp: string): Promise<BuiltSite> {
  const paths = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = paths
    .filter((it) => it.isFile())
    .flatMap((it) => {
      const file = join(it.parentPath, it.name)
      const type = mediaTypeOf(it.name)
      return type === undefined
        ? []
        : [[file.slice(folder.length + 1), { type, content: () => readBuilt(file) }] as const]
    })
  return { stamp, files: new Map(files) }
}

async function readBuilt(file: string): Promise<SiteFile> {
  const identity = await readFile(file)
  const [br, gzip] = await Promise.all(
    [`${file}.br`, `${file}.gz`].map((it) => readFile(it).catch(() => null)),
  )
  return br == null || gzip == null ? identity : { identity, br, gzip }
}

/** A page in the place of the documentation, with its policy and further headers. */
type SitePage = {
  readonly page: string
  readonly policy: string
  readonly headers: Readonly<Record<string, string>>
}

function sitePage(heading: string, text: string, reloadS: number | null = null): SitePage {
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${reloadS === null ? '' : `<meta http-equiv="refresh" content="${reloadS}">\n`}<title>Goodword: ${heading.toLowerCase()}</title>
<style>${BAR_STYLE}${TEXT_STYLE}</style>
</head>
<body>
${docsBar('guides')}
<main>
<h1>${heading}</h1>
<p>${text}</p>
<p>The guides are also in the folder <code>docs/guides</code> of the project. The <a href="/docs/errors">error codes</a> and the <a href="/docs/openapi.json">OpenAPI document</a> are here already.</p>
</main>
</body>
</html>
`
  return {
    page,
    policy: `default-src 'none'; style-src ${styleHashes(page)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    headers: reloadS === null ? {} : { 'Retry-After': `${reloadS}` },
  }
}
