import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { plainRefusal } from '../server/errors.ts'
import { answerWithFile } from '../server/static-file.ts'
import { type BuiltSite, builtSiteFolder, readSite, stampOf } from './built-site.ts'
import { buildingSite, missingSite } from './missing-site-page.ts'

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
/** What answers at addresses below `/docs/`. */
type Answers = {
  readonly stamp: string
  readonly find: (path: string) => Answer | null
  readonly notFound: Answer
}

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
const pages = /^(?:(?:guides|reference|upgrade)(?:[/][\w.-]*)?)?$/

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
