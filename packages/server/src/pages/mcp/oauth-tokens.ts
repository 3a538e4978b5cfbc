import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mcpAddress } from '../../administration/assistants/allow-assistant.ts'
import {
  ACCESS_LIFETIME_MS,
  type AssistantTokens,
  exchangeAssistantCode,
  refreshAssistantTokens,
  revokeAssistantToken,
} from '../../administration/assistants/assistant-tokens.ts'
import { MAX_REDIRECT_URIS, registerClient } from '../../administration/assistants/registered-client.ts'
import type { Context } from '../../frame/context.ts'
import { clientOf } from '../../frame/http/limits/client.ts'
import type { Limits } from '../../frame/http/limits/limits.ts'
import { parseQuery } from '../../frame/http/requests/query.ts'
import { allowPages, servePreflights } from './pages-of-assistants.ts'

const FORM_LIMIT_BYTES = 16 * 1024

/**
 * `/oauth/*`: where clients register, and get, renew and give back tokens. All clients are public: a program on a person's machine
 * can keep no secret, so that a code alone is worth nothing without the verifier of its challenge (PKCE).
 */
export function serveOauthTokens(app: FastifyInstance, ctx: Context, limits: Limits): void {
  // A plugin of its own: OAuth sends forms.
  void app.register(async (oauth) => {
    const form = { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES } as const
    oauth.addContentTypeParser('application/x-www-form-urlencoded', form, async (_: unknown, text: string) =>
      parseQuery(text, FORM_LIMIT_BYTES),
    )
    // Anybody can send a body here: its address is counted before it is read.
    const admit = (request: FastifyRequest, reply: FastifyReply) =>
      limits.admitPortal(reply, clientOf(request))
    oauth.get('/oauth/authorize', { onRequest: admit }, (request, reply) => leadToPage(request.query, reply))
    servePreflights(oauth, ctx, ['/oauth/register', '/oauth/token', '/oauth/revoke'])
    const options = { bodyLimit: FORM_LIMIT_BYTES, onRequest: [allowPages(ctx), admit] }
    oauth.post('/oauth/register', options, async ({ body }, reply) => register(ctx, body, reply))
    oauth.post('/oauth/token', options, async ({ body }, reply) => giveTokens(ctx, body, reply))
    oauth.post('/oauth/revoke', options, async ({ body }, reply) => {
      await revokeAssistantToken(ctx, textOf(body, 'token'))
      return sendOauth(reply, 200, {})
    })
  })
}

const FIELDS_OF_REQUESTS = [
  ...['response_type', 'client_id', 'redirect_uri', 'code_challenge', 'code_challenge_method'],
  ...['scope', 'state', 'resource'],
] as const

/**
 * Leads a browser to the page of the portal where the person decides. The request is one opaque parameter there, so that nothing
 * on the way reads its values as anything but texts.
 */
function leadToPage(query: unknown, reply: FastifyReply): FastifyReply {
  const fields = FIELDS_OF_REQUESTS.map((name) => [name, textOf(query, name)] as const)
  const request = Object.fromEntries(fields.filter(([, value]) => value !== ''))
  const encoded = Buffer.from(JSON.stringify(request)).toString('base64url')
  return reply
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .redirect(`/portal/allow-assistant?request=${encoded}`, 303)
}

function register(ctx: Context, body: unknown, reply: FastifyReply): FastifyReply {
  const { client_name: name, redirect_uris: listed, token_endpoint_auth_method: method } = Object(body)
  const redirectUris = Array.isArray(listed) ? listed.filter((it) => typeof it === 'string') : []
  const client = registerClient(ctx.secretBox, { name: typeof name === 'string' ? name : '', redirectUris })
  if (client === null) {
    return sendOauthError(
      reply,
      'invalid_redirect_uri',
      `redirect_uris must have 1 to ${MAX_REDIRECT_URIS} addresses: https, http on the person's own machine, or a scheme of a program with a dot in it.`,
    )
  }
  if (method !== undefined && method !== 'none')
    return sendOauthError(reply, 'invalid_client_metadata', 'token_endpoint_auth_method must be "none".')
  return sendOauth(reply, 201, {
    client_id: client.id,
    client_name: client.name,
    redirect_uris: client.redirectUris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  })
}

const NOT_VALID =
  'It is unknown, was used already, has expired, or belongs to another client or request. Ask the person for access again.'

async function giveTokens(ctx: Context, body: unknown, reply: FastifyReply): Promise<FastifyReply> {
  const grantType = textOf(body, 'grant_type')
  const clientId = textOf(body, 'client_id')
  const resource = textOf(body, 'resource')
  if (clientId === '') return sendOauthError(reply, 'invalid_request', 'client_id is missing.')
  if (resource !== '' && resource.replace(/\/$/, '') !== mcpAddress(ctx))
    return sendOauthError(reply, 'invalid_target', `resource must be "${mcpAddress(ctx)}".`)
  if (grantType === 'authorization_code') {
    const tokens = await exchangeAssistantCode(ctx, {
      code: textOf(body, 'code'),
      clientId,
      redirectUri: textOf(body, 'redirect_uri'),
      codeVerifier: textOf(body, 'code_verifier'),
    })
    return sendTokens(reply, tokens, `The code is not valid. ${NOT_VALID}`)
  }
  if (grantType === 'refresh_token') {
    const tokens = await refreshAssistantTokens(ctx, textOf(body, 'refresh_token'), clientId)
    return sendTokens(reply, tokens, `The refresh token is not valid. ${NOT_VALID}`)
  }
  return sendOauthError(
    reply,
    'unsupported_grant_type',
    'grant_type must be "authorization_code" or "refresh_token".',
  )
}

function sendTokens(reply: FastifyReply, tokens: AssistantTokens | null, message: string): FastifyReply {
  if (tokens === null) return sendOauthError(reply, 'invalid_grant', message)
  return sendOauth(reply, 200, {
    access_token: tokens.accessToken,
    token_type: 'Bearer',
    expires_in: ACCESS_LIFETIME_MS / 1000,
    refresh_token: tokens.refreshToken,
    scope: tokens.mayWrite ? 'read write' : 'read',
  })
}

/** A field of a form or a query; one that is missing, or there twice, is empty. */
function textOf(body: unknown, name: string): string {
  const value: unknown = Object(body)[name]
  return typeof value === 'string' ? value : ''
}

/** An answer in the form of OAuth, which clients of the protocol read. None of them is kept by a cache. */
function sendOauth(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** An error by the codes of OAuth, with what to do. */
function sendOauthError(reply: FastifyReply, error: string, description: string): FastifyReply {
  return sendOauth(reply, 400, { error, error_description: description })
}
