import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ErrorCode, errors } from '@goodword/contract/frame/errors'
import type { AnswerAhead } from './connections.ts'
import { errorBody, plainRefusal } from './errors.ts'

/** Called with the response. */
export type ReportClientError = (answer: {
  readonly requestId: string
  readonly status: number
  readonly apiErrorCode: ErrorCode
}) => void

type ClientError = { readonly code?: string }

/**
 * Responds on the raw connection to what the HTTP parser rejected, in the shape of all errors, and
 * closes it. Earlier requests on the connection are answered first.
 */
export function answerClientError(
  error: ClientError,
  connection: Duplex,
  baseUrl: string,
  answerAhead: AnswerAhead,
  report: ReportClientError,
): void {
  const ahead = answerAhead(connection)
  if (ahead === null) endWith(error, connection, baseUrl, report)
  else ahead.once('close', () => endWith(error, connection, baseUrl, report))
}

function endWith(error: ClientError, connection: Duplex, baseUrl: string, report: ReportClientError): void {
  if (error.code === 'ECONNRESET' || !connection.writable) {
    connection.destroy()
    return
  }
  const code = codeOf(error.code)
  const requestId = randomUUID()
  report({ requestId, status: errors[code].status, apiErrorCode: code })
  const body = JSON.stringify(errorBody(plainRefusal(code), requestId, baseUrl))
  const { status } = errors[code]
  connection.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

function codeOf(parserCode: string | undefined): ErrorCode {
  switch (parserCode) {
    case 'HPE_HEADER_OVERFLOW':
      return 'HEADERS_TOO_LARGE'
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'REQUEST_TIMEOUT'
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 'PAYLOAD_TOO_LARGE'
    default:
      return 'MALFORMED_REQUEST'
  }
}
