import { Agent, type IncomingMessage, request } from 'node:http'
import type { Tenant } from '../laboratory/processes/goodword.ts'

/** A merchant's server with a connection of its own, which it keeps as long as the service does. */
export type Caller = {
  /** Sends a write and reads its answer. Throws what broke the connection. */
  write(path: string, body: unknown): Promise<Answer>
  close(): void
}

export type Answer = { readonly status: number; readonly endsConnection: boolean }

export function createCaller(url: string, { alias, apiKey }: Tenant): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    write: (path, body) =>
      new Promise((answered, failed) => {
        const text = JSON.stringify(body)
        const sending = request(`${url}/api/v1/${alias}${path}`, {
          agent,
          method: 'POST',
          headers: {
            authorization: `Basic ${btoa(`${apiKey}:`)}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          },
        })
        sending.on('response', (response) => void readAll(response).then(answered, failed))
        sending.on('error', failed)
        sending.end(text)
      }),
    close: () => agent.destroy(),
  }
}

async function readAll(response: IncomingMessage): Promise<Answer> {
  for await (const piece of response) void piece
  if (!response.complete) throw new Error('the response was incomplete')
  return { status: response.statusCode ?? 0, endsConnection: response.headers.connection === 'close' }
}
