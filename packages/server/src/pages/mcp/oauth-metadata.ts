import type { FastifyInstance } from 'fastify'
import { mcpAddress, SCOPES } from '../../administration/assistants/allow-assistant.ts'
import type { Context } from '../../frame/context.ts'
import { allowPages, servePreflights } from './pages-of-assistants.ts'

/** The address of the metadata of the tools, which a refused request names (RFC 9728). */
export function resourceMetadataAddress({ baseUrl }: Pick<Context, 'baseUrl'>): string {
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
