import { endpoints } from '@goodword/contract/all-endpoints'
import type { ApiError } from '@goodword/contract/frame/errors'
import { Refusal } from '@goodword/contract/frame/refusal'
import { rolesAllowed } from '@goodword/domain/staff/staff-role'
import type { Right } from '@goodword/mcp/tool'
import type { ToolCaller } from '@goodword/mcp/tool-handler'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mcpAddress, SCOPES } from '../../administration/assistants/allow-assistant.ts'
import {
  type ActingAssistant,
  findActingAssistant,
} from '../../administration/assistants/assistant-tokens.ts'
import { assistantWrites } from '../../administration/assistants/assistant-writes.ts'
import type { Context } from '../../frame/context.ts'
import { clientOf } from '../../frame/http/limits/client.ts'
import type { Limits } from '../../frame/http/limits/limits.ts'
import { errorBody } from '../../frame/http/server/errors.ts'
import { fetchWithin } from './fetch-within.ts'
import { allowPages, servePreflights } from './pages-of-assistants.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The assistant that calls the tools; null on all other addresses. */
    assistant: ActingAssistant | null
  }
}

const BODY_LIMIT_BYTES = 64 * 1024
const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i

/**
 * `POST /mcp`: the tools for assistants, over HTTP. Each request is complete in itself, so that any process may answer it. A tool
 * calls the API as the person who allowed the assistant, within the process: their role, limits, audit log and idempotency are
 * those of every other call.
 */
export function serveMcp(app: FastifyInstance, ctx: Context, limits: Limits): void {
  app.decorateRequest('assistant', null)
  const tools = ctx.singleton(toolsOfProcess)
  const allowPage = allowPages(ctx)
  const report = (error: unknown) => app.log.error({ err: error }, 'tool for assistants failed')
  servePreflights(app, ctx, ['/mcp'])
  app.post('/mcp', {
    bodyLimit: BODY_LIMIT_BYTES,
    // Before the body is read.
    onRequest: async (request, reply) => {
      await allowPage(request, reply)
      request.assistant = await authenticate(ctx, request)
      if (request.assistant === null) {
        await limits.admitPortal(reply, clientOf(request))
        return refuse(ctx, request, reply)
      }
      await limits.admitServer(request.assistant, 'tracking', reply)
    },
    handler: async (request, reply) => {
      const { assistant } = request
      if (assistant === null) throw new Error('assistant not authenticated before its handler')
      const caller = callerOf(app, ctx, assistant, request.ip)
      const response = await (await tools(report))(caller, webRequest(ctx, request), request.body)
      const type = response.headers.get('content-type')
      if (type !== null) reply.type(type)
      return reply
        .code(response.status)
        .header('Cache-Control', 'no-store')
        .send(await response.text())
    },
  })
}

async function authenticate(ctx: Context, request: FastifyRequest): Promise<ActingAssistant | null> {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
  return token === undefined ? null : findActingAssistant(ctx, token)
}

/** Tells a client without a valid token where to get one. */
function refuse(ctx: Context, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const sent = request.headers.authorization === undefined ? '' : 'error="invalid_token", '
  const refusal = new Refusal(
    'UNAUTHORIZED',
    'No valid access token for the tools. Connect the assistant again; its client asks for access by OAuth.',
  )
  request.refusal = { code: refusal.code, param: null, cause: undefined }
  const body: ApiError = errorBody(refusal, request.id, ctx.baseUrl)
  return reply
    .code(401)
    .header('WWW-Authenticate', `Bearer ${sent}resource_metadata="${resourceMetadataAddress(ctx)}"`)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

type Tools = (caller: ToolCaller, request: Request, parsedBody: unknown) => Promise<Response>

/** Loads the protocol and the tools at the first call: most processes get none. */
function toolsOfProcess(ctx: Context): (report: (error: unknown) => void) => Promise<Tools> {
  let loading: Promise<Tools> | null = null
  return (report) => {
    loading ??= loadTools(ctx, report)
    return loading
  }
}

async function loadTools(ctx: Context, report: (error: unknown) => void): Promise<Tools> {
  const { createToolHandler } = await import('@goodword/mcp/tool-handler')
  return createToolHandler({ baseUrl: ctx.baseUrl, report })
}

function callerOf(
  app: FastifyInstance,
  ctx: Context,
  assistant: ActingAssistant,
  address: string,
): ToolCaller {
  const { grantId, clientName, ...member } = assistant
  const fetchAs = (isRecent: boolean) =>
    fetchWithin(app, { person: { ...member, isRecent }, assistant: clientName, address })
  return {
    clientId: grantId,
    tenantAlias: assistant.tenantId,
    rights: rightsOf(assistant),
    writes: assistantWrites(ctx, grantId, assistant.tenantId),
    fetch: fetchAs(false),
    // The person has just confirmed it themselves.
    fetchConfirmed: fetchAs(true),
  }
}

function rightsOf({ role }: ActingAssistant): readonly Right[] {
  const may = {
    decide: rolesAllowed(endpoints.moderateReferrals).includes(role),
    give: rolesAllowed(endpoints.giveReward).includes(role),
    deliveries: rolesAllowed(endpoints.listDeliveries).includes(role),
  }
  return (['decide', 'give', 'deliveries'] as const).filter((it) => may[it])
}

/** The request as the protocol's library reads it; the body was parsed under the rules of this service. */
function webRequest(ctx: Context, { headers }: FastifyRequest): Request {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && (name === 'accept' || name.startsWith('mcp-'))
      ? [[name, value] as const]
      : [],
  )
  return new Request(mcpAddress(ctx), {
    method: 'POST',
    headers: Object.fromEntries([...kept, ['content-type', 'application/json']]),
    body: '{}',
  })
}

/** The address of the metadata of the tools, which a refused request names (RFC 9728). */
function resourceMetadataAddress({ baseUrl }: Pick<Context, 'baseUrl'>): string {
  return `${baseUrl}/.well-known/oauth-protected-resource/mcp`
}

/** How a client finds out where to ask for access: the metadata of the tools, and of the service as their authorization server (RFC 8414). */
export function serveOauthMetadata(app: FastifyInstance, ctx: Context): void {
  const { baseUrl } = ctx
  const resource = {
    resource: mcpAddress(ctx),
    resource_name: 'Goodword',
    authorization_servers: [baseUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_documentation: `${baseUrl}/docs/guides/reference/tools#assistants`,
  }
  const server = {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: SCOPES,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${baseUrl}/docs/guides/reference/tools#assistants`,
  }
  const documents = {
    '/.well-known/oauth-protected-resource': resource,
    '/.well-known/oauth-protected-resource/mcp': resource,
    '/.well-known/oauth-authorization-server': server,
  }
  servePreflights(app, ctx, Object.keys(documents))
  for (const [path, document] of Object.entries(documents)) {
    const text = JSON.stringify(document)
    app.get(path, { onRequest: allowPages(ctx) }, (_request, reply) =>
      reply.header('Cache-Control', 'public, max-age=300').type('application/json; charset=utf-8').send(text),
    )
  }
}
