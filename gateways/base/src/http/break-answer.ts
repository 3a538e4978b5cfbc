import type { FastifyReply } from 'fastify'

/** What becomes of an answer whose request was carried out. */
export type SpoiltAnswer = 'malformed' | 'truncated' | 'answer_lost'

/** What to send for an answer. Ends the connection itself, and never, when nothing is to be sent. */
export async function breakAnswer(how: SpoiltAnswer, reply: FastifyReply, payload: unknown): Promise<string> {
  const whole = Buffer.isBuffer(payload) ? payload : Buffer.from(typeof payload === 'string' ? payload : '')
  if (how === 'malformed') return withoutEnd(whole.toString('utf8'))
  if (how === 'answer_lost') reply.raw.socket?.resetAndDestroy()
  else sendHalf(reply, whole)
  return await new Promise<never>(() => undefined)
}

/** Neither XML nor JSON without its last letter is any; a blank answer would be one with any number of blanks. */
function withoutEnd(text: string): string {
  const truncated = text.trimEnd().slice(0, -1)
  return truncated === '' ? '<' : truncated
}

/** Announces the whole answer. A reset would overtake the half that is sent, so the connection just ends. */
function sendHalf(reply: FastifyReply, whole: Buffer): void {
  const { raw, statusCode } = reply
  raw.writeHead(statusCode, { ...headersOf(reply), 'content-length': whole.length })
  raw.write(whole.subarray(0, Math.floor(whole.length / 2)), () => raw.socket?.destroySoon())
}

function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, `${value}`]))
}
