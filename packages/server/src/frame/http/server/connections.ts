import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A request timed out; the error depends on whether its body was received. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
}

/**
 * Responds to a request when its time is over, and closes the connection of a client that has not read
 * the response `readMs` later. The framework's own timeout creates an abort signal per request,
 * which is not needed and costs more than the routing.
 */
export function limitTime(
  reply: FastifyReply,
  { handlerMs, readMs }: { readonly handlerMs: number; readonly readMs: number },
): void {
  let timer = setTimeout(() => {
    if (!reply.sent) reply.send(new TooLate('the request was not answered in time'))
    timer = setTimeout(() => reply.raw.destroy(), readMs)
  }, handlerMs)
  reply.raw.once('close', () => clearTimeout(timer))
}

type Limits = {
  readonly limitBytes: number
  /** How long the rest of a body is read and discarded after the response. */
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
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
    raw.once('end', () => socket.destroy())
    socket.end()
    raw.resume()
  }
}

type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The request before it on the same connection, if that was not answered yet. */
  readonly before: Exchange | null
}

/** The response that a connection must get before any other; null when there is none. */
export type AnswerAhead = (connection: Duplex) => ServerResponse | null

/**
 * Tracks the requests of a connection that were read and have no response yet. An error of the parser for later bytes
 * must wait for their responses: a client assigns the first response to its first request, and would conclude
 * that an executed request was refused.
 */
export function watchAnswers(server: Server): AnswerAhead {
  const latest = new WeakMap<Duplex, Exchange>()
  server.on('request', (request, response) => {
    const before = latest.get(request.socket)
    const isOpen = before !== undefined && !before.response.writableFinished
    latest.set(request.socket, { request, response, before: isOpen ? before : null })
  })
  return (connection) => {
    const last = latest.get(connection) ?? null
    // The error is about the request that is still being read, if there is one.
    const ahead = last !== null && !last.request.complete ? last.before : last
    return ahead === null || ahead.response.writableFinished ? null : ahead.response
  }
}
