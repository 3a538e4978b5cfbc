import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The one before it on the same connection, if that was not answered yet. */
  readonly before: Exchange | null
}

/** The answer that a connection must get before it gets any other; null when there is none. */
export type AnswerAhead = (connection: Duplex) => ServerResponse | null

/**
 * Watches which requests of a connection were read and not answered yet. What the parser says of the bytes behind
 * them must wait for their answers: a client takes the first answer for that of its first request, and would believe
 * that a request was refused which was carried out.
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
    // What went wrong is about the request that is still being read, if there is one.
    const ahead = last !== null && !last.request.complete ? last.before : last
    return ahead === null || ahead.response.writableFinished ? null : ahead.response
  }
}
