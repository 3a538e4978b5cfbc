import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { FastifyInstance } from 'fastify'
import type { Browser } from '../staff/browser.ts'
import { BASE_URL } from '../test-context.ts'

const MCP_URL = new URL(`${BASE_URL}/mcp`)

type Options = {
  readonly tenantAlias?: string
  readonly mayWrite?: boolean
  /** The protocol that the client speaks: that of before 2026, or the present one. */
  readonly era?: 'legacy' | 'auto'
  /** The user's answer when the client asks; without it the client cannot ask. */
  readonly answer?: boolean
  readonly redirectUrl?: string
  readonly scope?: string
}

export type ConnectedAssistant = {
  readonly client: Client
  /** The questions of the client to its user. */
  readonly questions: readonly string[]
  readonly tokens: () => { readonly access_token: string; readonly refresh_token?: string | undefined }
  readonly clientId: () => string
}

/** Reaches the service as programs do that know its address alone. */
function fetchFrom(app: FastifyInstance, remoteAddress = '127.0.0.1') {
  return async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(url)
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: pathname + search,
      remoteAddress,
      headers: { ...headersOf(init), host: MCP_URL.host },
      ...(init.body === undefined || init.body === null ? {} : { payload: String(init.body) }),
    })
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const)
    return new Response(answer.payload === '' ? null : answer.payload, {
      status: answer.statusCode,
      headers: Object.fromEntries(headers),
    })
  }
}

function headersOf({ headers, body }: RequestInit): Record<string, string> {
  const isForm = body instanceof URLSearchParams
  return {
    ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    ...Object.fromEntries(new Headers(headers)),
  }
}

/** The access request with which the page of the portal opens. */
async function requestAtPage(app: FastifyInstance, address: URL): Promise<unknown> {
  const led = await fetchFrom(app)(address)
  const page = new URL(led.headers.get('location') ?? '', BASE_URL)
  return JSON.parse(Buffer.from(page.searchParams.get('request') ?? '', 'base64url').toString('utf8'))
}

/** The SDK's client, with the whole way by OAuth: what a person does in the portal is done in this browser. */
export async function connectAssistant(
  app: FastifyInstance,
  browser: Browser,
  { tenantAlias = 'acme', mayWrite = true, era = 'auto', answer, redirectUrl, scope }: Options = {},
): Promise<ConnectedAssistant> {
  const kept = new Map<string, unknown>()
  let leadTo: URL | null = null
  const authProvider: OAuthClientProvider = {
    redirectUrl: redirectUrl ?? 'http://127.0.0.1:33418/callback',
    clientMetadata: {
      client_name: 'Test assistant',
      redirect_uris: [redirectUrl ?? 'http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
      ...(scope === undefined ? {} : { scope }),
    },
    state: () => 'state-of-the-client',
    clientInformation: () => kept.get('client') as never,
    saveClientInformation: (it) => void kept.set('client', it),
    tokens: () => kept.get('tokens') as never,
    saveTokens: (it) => void kept.set('tokens', it),
    redirectToAuthorization(url) {
      leadTo = url
    },
    saveCodeVerifier: (it) => void kept.set('verifier', it),
    codeVerifier: () => String(kept.get('verifier')),
    saveDiscoveryState: (it) => void kept.set('discovery', it),
    discoveryState: () => kept.get('discovery') as never,
  }
  const questions: string[] = []
  const makeClient = () => {
    const capabilities = answer === undefined ? {} : { elicitation: { form: {} } }
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities, versionNegotiation: { mode: era } },
    )
    if (answer !== undefined) {
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        questions.push(params.message)
        return answer ? { action: 'accept', content: { confirm: true } } : { action: 'decline' }
      })
    }
    return client
  }
  const open = () => new StreamableHTTPClientTransport(MCP_URL, { authProvider, fetch: fetchFrom(app) })
  const first = open()
  await makeClient()
    .connect(first)
    .catch(() => undefined)
  if (leadTo === null) throw new Error('the client was not led to the page where access is allowed')
  const request = await requestAtPage(app, leadTo)
  const allowed = await browser.request('POST', '/portal/assistants', {
    body: { request, tenantAlias, mayWrite },
  })
  if (allowed.status !== 201) throw new Error(`access was not allowed: ${JSON.stringify(allowed.body)}`)
  await first.finishAuth(new URL(String(allowed.body.redirectTo)).searchParams)
  const client = makeClient()
  await client.connect(open())
  return {
    client,
    questions,
    tokens: () => kept.get('tokens') as ReturnType<ConnectedAssistant['tokens']>,
    clientId: () => (kept.get('client') as { client_id: string }).client_id,
  }
}
