import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** One response of a connection, with the names of its headers in lower case. */
export type BareAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Exchange = {
  readonly answers: readonly BareAnswer[]
  /** Whether the server closed the connection after the expected responses. */
  readonly isClosed: boolean
}

/** Makes an app listen, and returns where. */
export async function listen(app: FastifyInstance, host = '127.0.0.1'): Promise<number> {
  await app.listen({ host, port: 0 })
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Sends bytes as they are, and reads until the expected number of responses, or until the server closes the connection. */
export function exchange(port: number, bytes: string | Buffer, wanted = Number.POSITIVE_INFINITY) {
  return converse(port, (socket) => void socket.write(bytes), wanted)
}

/** Talks to the server with a client that writes to the socket itself. */
export function converse(
  port: number,
  onConnected: (socket: Socket) => void,
  wanted = Number.POSITIVE_INFINITY,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => onConnected(socket))
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (piece) => {
      received += piece
      const answers = answersIn(received)
      if (answers.length < wanted) return
      resolve({ answers, isClosed: false })
      socket.destroy()
    })
    // A server that closes while we send resets the connection; its earlier response counts.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve({ answers: answersIn(received), isClosed: true }))
  })
}

/** The whole answers in a text; `100 Continue` and its like are none. */
function answersIn(received: string): readonly BareAnswer[] {
  const answers: BareAnswer[] = []
  let rest = received
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end === -1) return answers
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(lines.map(headerOf))
    const length = Number(headers['content-length'] ?? 0)
    const body = rest.slice(end + 4, end + 4 + length)
    if (body.length < length) return answers
    rest = rest.slice(end + 4 + length)
    const status = Number(first.split(' ')[1])
    if (status >= 200) answers.push({ status, headers, body })
  }
}

function headerOf(line: string): readonly [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}
