import { createApp as createEmptyApp, statusOfError } from '@goodword/sandbox/http/create-app'
import { type Api, injectFaults } from '@goodword/sandbox/http/inject-faults'
import type { TwoServers } from '@goodword/sandbox/http/two-servers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Gateway } from '../gateway.ts'
import { addressOf } from '../protocol/address-of.ts'
import { RequestRejected } from '../protocol/answer.ts'
import { authenticateFirst } from './authenticate.ts'
import { carryOut, serveGateway } from './gateway-app.ts'
import { notSimulated } from './not-simulated.ts'
import { textOfBody } from './read-body.ts'
import { failureAt } from './test-paths.ts'

/** The gateway as an HTTP server. */
export function createApp(gateway: Gateway): { readonly app: FastifyInstance; readonly servers: TwoServers } {
  const { app, servers } = createEmptyApp(textOfBody)
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?')
    const wanted = failureAt(path)
    if (wanted !== null) return sendRejection(reply, wanted)
    gateway.log(`404 ${lineOf(request)}: ${whyNothing(path)}`)
    return sendRejection(reply, 404)
  })
  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof RequestRejected ? error.status : statusOfError(error)
    gateway.log(`${status} ${lineOf(request)}: ${error instanceof Error ? error.message : String(error)}`)
    return sendRejection(reply, status)
  })
  authenticateFirst(app, gateway)
  injectFaults(app, gateway, apiOf(gateway))
  serveGateway(app, gateway)
  return { app, servers }
}

function apiOf(gateway: Gateway): Api {
  return {
    callerOf: ({ raw }) => {
      const address = addressOf(raw)
      const account = address === null ? undefined : gateway.accounts.get(address.merchantId)
      return address === null || account === undefined ? null : { account, address }
    },
    carryOut: (request, reply) => {
      const { gatewayRoute } = request.routeOptions.config
      if (gatewayRoute === undefined) return null
      const answer = carryOut(gateway, gatewayRoute, request, reply)
      return answer.kind === 'redirection' ? 303 : answer.status
    },
    fail: sendRejection,
  }
}

function whyNothing(path: string): string {
  const missing = notSimulated(path)
  return missing === null ? 'nothing is there' : `the gateway has ${missing} there, which is not simulated`
}

function lineOf({ method, url }: FastifyRequest): string {
  return `${method} ${url}`
}

/** The body is blank: SDKs go by the status. */
function sendRejection(reply: FastifyReply, status: number): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Basic realm="Braintree"')
  return reply.code(status).type('application/xml; charset=utf-8').send(' ')
}
