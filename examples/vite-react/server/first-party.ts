import { request as call } from 'node:http'
import { request as callSecurely } from 'node:https'
import type { RequestHandler } from 'express'
import { settings } from './settings.ts'

/** The only paths of the service that pages and share links need. */
const paths = new RegExp(`^/(r/${settings.tenantAlias}|s|widget|api/v1/${settings.tenantAlias}/open)/`)

/**
 * Share links, script and widget by our own host. List the address of this server in TRUSTED_PROXIES of the service, so
 * that it sees the visitors' addresses, and set BASE_URL there to our own, so that share links name it.
 */
export const firstParty: RequestHandler = (request, response, next) => {
  // A path of ours only, however it is written: the host is always that of the service.
  const { pathname, search } = new URL(request.originalUrl, 'http://page')
  if (!paths.test(pathname)) return next()
  const target = new URL(settings.goodwordUrl)
  // Cookies of the shop are none of the service's business.
  const { cookie: _, ...headers } = request.headers
  const forwarded = {
    ...headers,
    host: target.host,
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
  }
  const send = target.protocol === 'https:' ? callSecurely : call
  const outgoing = send(
    {
      host: target.hostname,
      port: target.port,
      path: pathname + search,
      method: request.method,
      headers: forwarded,
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    },
  )
  outgoing.on('error', () => (response.headersSent ? response.destroy() : response.sendStatus(502)))
  request.pipe(outgoing)
}
