import { createMcpHandler } from '@modelcontextprotocol/server'
import { createConfirmations } from './confirmations.ts'
import { createGoodwordServer } from './create-server.ts'
import { openGuides } from './docs/guides.ts'
import { type InProcessFetch, inProcessClient } from './in-process-client.ts'
import type { WriteRight } from './tool.ts'

/** Who calls the tools in one request. */
export type ToolCaller = {
  /** Names the caller in confirmations: they are valid for no other. */
  readonly name: string
  readonly tenantAlias: string
  readonly rights: readonly WriteRight[]
  readonly fetch: InProcessFetch
}

type HandlerOptions = {
  /** At least 32 bytes, the same in every process of a service. */
  readonly confirmationKey: () => Uint8Array
  readonly baseUrl: string
  /** Called with failures that are no errors of the API. */
  readonly report: (error: unknown) => void
}

/** The tools over HTTP, for callers that were authenticated before. No request depends on another one. */
export function createToolHandler({ confirmationKey, baseUrl, report }: HandlerOptions) {
  const guides = openGuides()
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const caller = authInfo?.extra?.caller as ToolCaller
      return createGoodwordServer({
        tenantAlias: caller.tenantAlias,
        client: inProcessClient(baseUrl, caller.tenantAlias, caller.fetch),
        rights: caller.rights,
        confirmations: createConfirmations(confirmationKey(), caller.name),
        guides,
        report,
      })
    },
    // What is served changes with a release alone, so there are no changes to subscribe to, and no answer is a stream. A request
    // that the protocol refuses is answered with its error, and is no failure of ours.
    { maxSubscriptions: 0, onerror: () => undefined },
  )
  return (caller: ToolCaller, request: Request, parsedBody: unknown): Promise<Response> =>
    handler.fetch(request, {
      authInfo: { token: '', clientId: caller.name, scopes: [], extra: { caller } },
      parsedBody,
    })
}
