import { createMcpHandler } from '@modelcontextprotocol/server'
import { createGoodwordServer } from './create-server.ts'
import { openGuides } from './docs/guides.ts'
import { type InProcessFetch, inProcessClient } from './in-process-client.ts'
import type { PendingWrites } from './pending-writes.ts'
import type { Right } from './tool.ts'

/** Who calls the tools in one request. */
export type ToolCaller = {
  readonly clientId: string
  readonly tenantAlias: string
  readonly rights: readonly Right[]
  readonly writes: PendingWrites
  readonly fetch: InProcessFetch
  /** Reaches the API for what the person has just confirmed. */
  readonly fetchConfirmed: InProcessFetch
}

type HandlerOptions = {
  readonly baseUrl: string
  /** Called with failures that are no errors of the API. */
  readonly report: (error: unknown) => void
}

/** The tools over HTTP, for callers that were authenticated before. No request depends on another one. */
export function createToolHandler({ baseUrl, report }: HandlerOptions) {
  const guides = openGuides()
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const caller = authInfo?.extra?.caller as ToolCaller
      const { tenantAlias, rights, writes } = caller
      return createGoodwordServer({
        tenantAlias,
        client: inProcessClient(baseUrl, tenantAlias, caller.fetch),
        confirmedClient: inProcessClient(baseUrl, tenantAlias, caller.fetchConfirmed),
        rights,
        writes,
        guides,
        report,
      })
    },
    // The tools change only with a release, so there are no changes to subscribe to, and no answer is a stream. A request
    // that the protocol refuses is answered with its error, and is no failure of ours.
    { maxSubscriptions: 0, onerror: () => undefined },
  )
  return (caller: ToolCaller, request: Request, parsedBody: unknown): Promise<Response> =>
    handler.fetch(request, {
      authInfo: { token: '', clientId: caller.clientId, scopes: [], extra: { caller } },
      parsedBody,
    })
}
