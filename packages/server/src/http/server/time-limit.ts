import type { FastifyReply } from 'fastify'

/** A request was not answered in the time it has; what is said about that depends on whether its body has come. */
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
