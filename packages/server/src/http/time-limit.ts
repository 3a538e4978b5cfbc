import type { FastifyReply } from 'fastify'

/** A request was not answered in the time it has; what is said about that depends on whether its body has come. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
}

/**
 * Answers a request when its time is over, whatever it waits for. The framework's own limit makes a signal for every
 * request and aborts it at the end, which nobody listens to and which costs more than the routing.
 */
export function limitTime(reply: FastifyReply, limitMs: number): void {
  const timer = setTimeout(() => {
    if (!reply.sent) reply.send(new TooLate('the request was not answered in time'))
  }, limitMs)
  reply.raw.once('close', () => clearTimeout(timer))
}
