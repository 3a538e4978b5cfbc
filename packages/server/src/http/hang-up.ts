import type { FastifyReply, FastifyRequest } from 'fastify'

type Limits = {
  readonly limitBytes: number
  /** How long the rest of a body is still taken in, and thrown away, after its request was answered. */
  readonly lingerMs: number
}

/**
 * Makes the answer the last of its connection when nobody is going to read the rest of the request’s body, which might
 * never end. To be called before the answer is sent.
 */
export function hangUpIfUnread(
  request: FastifyRequest,
  reply: FastifyReply,
  { limitBytes, lingerMs }: Limits,
): void {
  const { 'transfer-encoding': coding, 'content-length': length = 0 } = request.headers
  if (request.raw.complete || (coding === undefined && Number(length) <= limitBytes)) return
  reply.header('Connection', 'close')
  lingerOn(request, lingerMs)
}

/**
 * Node would close at once, with bytes of the client's unread: the network then tells the client of a broken
 * connection, often before it has read the answer. So only our side is closed, until the client is done or late.
 */
function lingerOn({ raw }: FastifyRequest, lingerMs: number): void {
  const { socket } = raw
  socket.destroySoon = () => {
    const cut = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(cut))
    raw.once('end', () => socket.destroy())
    socket.end()
    raw.resume()
  }
}
