import type { InProcessFetch } from '@goodword/mcp/in-process-client'
import type { FastifyInstance } from 'fastify'
import { actAs } from '../../frame/http/access/acting-assistant.ts'
import type { StaffMember } from '../../frame/staff-member.ts'

type Acting = {
  readonly person: StaffMember
  /** The name of the assistant. The audit log shows by it that one was used, and which. */
  readonly assistant: string
  /** The address that the request came from. */
  readonly address: string
}

/** Reaches the API of this process, as the person in whose place an assistant acts. */
export function fetchWithin(app: FastifyInstance, { person, assistant, address }: Acting): InProcessFetch {
  return async (url, { method, headers, body }) => {
    const { pathname, search, host } = new URL(url)
    // The injector sends when it is awaited, which has to be within the call.
    const answer = await actAs(
      person,
      async () =>
        await app.inject({
          // The injector's type lists the common methods only, and the client uses these.
          method: method as 'GET',
          url: pathname + search,
          remoteAddress: address,
          headers: { ...headers, host, 'user-agent': `Goodword MCP (${inHeader(assistant)})` },
          ...(body === undefined ? {} : { payload: body }),
        }),
    )
    return {
      status: answer.statusCode,
      headers: { get: (name) => headerText(answer.headers[name.toLowerCase()]) },
      text: async () => answer.payload,
    }
  }
}

function headerText(value: string | string[] | number | undefined): string | null {
  return value === undefined ? null : String(value)
}

/** A name as a header can have it. */
function inHeader(name: string): string {
  return name.replaceAll(/[^\x20-\x7E]/g, '?')
}
