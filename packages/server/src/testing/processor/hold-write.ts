import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

type Request = { readonly method: string; readonly path: string }

/** Work beside requests; an answer waits for it. */
export type Beside = {
  readonly before?: (request: Request) => Promise<void>
  readonly after?: (request: Request) => Promise<void>
}

/**
 * Something happens at a processor between reading and writing: the address passes requests on, and carries `meanwhile` out once, before
 * the first of them that writes, to this path if it is given.
 */
export function holdWrite(
  environment: string,
  meanwhile: () => Promise<void>,
  path?: string,
): Promise<string> {
  let happened: Promise<void> | null = null
  return passThrough(environment, {
    before: async (it) => {
      if (it.method === 'GET' || (path !== undefined && it.path !== path)) return
      happened ??= meanwhile()
      await happened
    },
  })
}

/** An address that passes requests on to the environment of a connection. It ends with the test. */
export async function passThrough(environment: string, beside: Beside): Promise<string> {
  const server = createServer((incoming, answer) => void passOn(environment, beside, incoming, answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the address has no port')
  return `http://127.0.0.1:${address.port}`
}

async function passOn(
  environment: string,
  { before, after }: Beside,
  incoming: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const { method = 'GET', headers, url = '/' } = incoming
  const it = { method, path: url }
  await before?.(it)
  const outgoing = request(new URL(url, environment), { method, headers }, async (response) => {
    await after?.(it)
    answer.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(answer)
  })
  outgoing.on('error', () => answer.destroy())
  incoming.pipe(outgoing)
}
