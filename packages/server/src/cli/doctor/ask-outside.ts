import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { TLSSocket } from 'node:tls'

const MAX_BODY_BYTES = 256 * 1024

export type OutsideAnswer = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** Null without TLS. */
  readonly certificate: Certificate | null
  /** How far the clock of who answers is ahead of this machine's, from the header `Date`; null without one. */
  readonly aheadMs: number | null
}

export type Certificate = { readonly endsAt: number; readonly issuer: string }

/** Nothing answered; `code` is that of the system, of TLS, or `ETIMEDOUT`. */
export type NoAnswer = { readonly code: string }

export type Question = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export type AskOutside = (url: string, question?: Question) => Promise<OutsideAnswer | NoAnswer>

/** Sends a request as any other machine would: over a new connection, without following redirects. */
export function askOutside(timeoutMs: number): AskOutside {
  return (url, { method = 'GET', headers = {}, body = '' } = {}) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const options: RequestOptions = { method, headers: { ...headers }, agent: false, signal }
    return new Promise((done) => {
      const failed = (error: Error): void =>
        done({ code: signal.aborted ? 'ETIMEDOUT' : `${Reflect.get(error, 'code') ?? error.name}` })
      const send = url.startsWith('https:') ? httpsRequest : httpRequest
      const sent = send(url, options, (answer) => void read(answer).then(done, failed))
      sent.on('error', failed)
      sent.end(body)
    })
  }
}

async function read(answer: IncomingMessage): Promise<OutsideAnswer> {
  const { statusCode: status = 0, headers, socket } = answer
  const arrivedAt = Date.now()
  const certificate = socket instanceof TLSSocket ? certificateOf(socket) : null
  let body = ''
  for await (const piece of answer.setEncoding('utf8')) {
    body += piece
    if (body.length > MAX_BODY_BYTES) break
  }
  const date = headers.date === undefined ? Number.NaN : Date.parse(headers.date)
  return { status, headers, body, certificate, aheadMs: Number.isNaN(date) ? null : aheadOf(date, arrivedAt) }
}

/** The header has whole seconds, so the time that was meant is up to a second later. */
function aheadOf(date: number, arrivedAt: number): number {
  if (date > arrivedAt) return date - arrivedAt
  return Math.min(0, date + 999 - arrivedAt)
}

function certificateOf(socket: TLSSocket): Certificate | null {
  const { valid_to: end, issuer } = socket.getPeerCertificate()
  if (end === undefined) return null
  const name = issuer?.O ?? issuer?.CN
  return {
    endsAt: Date.parse(end),
    issuer: Array.isArray(name) ? name.join(', ') : (name ?? 'an unknown issuer'),
  }
}
