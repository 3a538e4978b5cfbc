import type { FastifyReply, FastifyRequest } from 'fastify'

type Limits = {
  readonly limitBytes: number
  /** How long the rest of a body is still taken in, and thrown away, after its request was answered. */
  readonly lingerMs: number
}

/**
 * Makes the response the last of its connection if the rest of the request’s body will not be read, because it might
 * never end. Call it before the response is sent.
 */
export function closeIfUnread(
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
 * Node would close immediately with unread bytes: the network then reports a reset
 * connection, often before the client has read the response. So only our side is closed until the client ends or times out.
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
