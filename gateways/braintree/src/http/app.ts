import { createApp as createEmptyApp, statusOfError } from '@goodword/sandbox/http/create-app'
import { type Api, injectFaults } from '@goodword/sandbox/http/inject-faults'
import type { TwoServers } from '@goodword/sandbox/http/two-servers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Gateway } from '../gateway.ts'
import { addressOf } from '../protocol/address-of.ts'
import { RequestRejected } from '../protocol/answer.ts'
import { authenticateFirst, carryOut, failureAt, serveGateway, textOfBody } from './gateway-app.ts'

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

/** The name of a feature of the gateway that is not simulated, for the log; null for an unknown path. */
export function notSimulated(path: string): string | null {
  return known.find(([pattern]) => pattern.test(path))?.[1] ?? null
}

/** The APIs of official SDKs, by their part of the path. */
const known: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^\/graphql\b/, 'the GraphQL API'],
  [/^\/oauth\b|\/oauth_testing\b/, 'OAuth'],
  [/^\/merchants\/create_via_api\b/, 'creating merchants; they come from the fixtures'],
  [/\/document_uploads\b/, 'uploading documents'],
  [/\/paypal_account\b|\/paypal\b|\/paypal_payment_resource\b/, 'PayPal'],
  [/\/venmo(_accounts?)?\b/, 'Venmo'],
  [/\/us_bank_account/, 'US bank accounts'],
  [/\/sepa_(direct_)?debit/, 'SEPA direct debit'],
  [/\/europe_bank_account/, 'European bank accounts'],
  [/\/(apple_pay|android_pay|google_pay|samsung_pay|visa_checkout)/, 'wallets'],
  [/\/(three_d_secure|payment_methods\/[^/]+\/three_d_secure)/, '3D Secure'],
  [/\/local_payment/, 'local payment methods'],
  [/\/payment_methods\/(grant|revoke)\b|\/shared_vault\b/, 'sharing vaults'],
  [/\/merchant_accounts\b/, 'creating merchant accounts; they come from the fixtures'],
  [/\/add_ons\/|\/discounts\/|\/(add_ons|discounts)$/, 'add-ons and discounts as a list only'],
  [/\/transactions\/[^/]+\/adjust_authorization\b/, 'adjusting authorizations'],
  [
    /\/transactions\/[^/]+\/(hold_in_escrow|submit_for_release|release_from_escrow|cancel_release)\b/,
    'escrow',
  ],
  [/\/transactions\/[^/]+\/shipments\b/, 'tracking packages'],
  [/\/transactions\/[^/]+\/supplementary_data\b/, 'supplementary data of transactions'],
  [/\/(disbursements?|transfers?|payouts?)\b/, 'disbursements'],
  [/\/(account_updater|reports?)\b/, 'reports'],
  [/\/exchange_rate/, 'exchange rates'],
  [/\/customer_(session|recommendations)/, 'customer sessions'],
  [/\/bank_account_instant_verification/, 'verifying bank accounts'],
]
