import type { FastifyReply } from 'fastify'

/** An answer in the form of OAuth, which clients of the protocol read. None of them is kept by a cache. */
export function sendOauth(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** An error by the codes of OAuth, with what to do. */
export function sendOauthError(reply: FastifyReply, error: string, description: string): FastifyReply {
  return sendOauth(reply, 400, { error, error_description: description })
}
