import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

type Request = { readonly headers: IncomingMessage['headers']; readonly body: string }

/** A receiver of events on this machine. */
export async function startReceiver() {
  const requests: Request[] = []
  let status = 204
  const server = createServer(async (request, response) => {
    requests.push({ headers: request.headers, body: await text(request) })
    response.writeHead(status).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answerWith: (other: number) => {
      status = other
    },
  }
}
