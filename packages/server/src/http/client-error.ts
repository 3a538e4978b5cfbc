import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errors } from '@goodword/contract/errors'
import { errorBody, plainRefusal } from './errors.ts'

/** Answers on the bare connection what the HTTP parser could not make a request of, in the one shape of all errors. */
export function answerClientError(error: { readonly code?: string }, socket: Socket, baseUrl: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code = codeOf(error.code)
  const requestId = randomUUID()
  const body = JSON.stringify(errorBody(plainRefusal(code), requestId, baseUrl))
  const { status } = errors[code]
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Cache-Control: no-store',
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
