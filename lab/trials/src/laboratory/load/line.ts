import { connect } from 'node:net'

/** A connection to a service that carries one request at a time. */
export type Line = {
  /** Sends the text of a request; null when the connection ends without an answer. */
  readonly send: (request: string) => Promise<Answer | null>
  readonly close: () => void
}

export type Answer = { readonly status: string; readonly hasRetryAfter: boolean; readonly tookMs: number }

type PendingRequest = { readonly at: number; readonly answered: (answer: Answer | null) => void }

/** Parses responses with a Content-Length, which all responses of the service have. */
export function openLine(port: number): Line {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let pending: PendingRequest | null = null
  let isOpen = true

  function answer(it: Omit<Answer, 'tookMs'> | null): void {
    const was = pending
    pending = null
    was?.answered(it === null ? null : { ...it, tookMs: performance.now() - was.at })
  }

  socket.setEncoding('latin1')
  socket.on('data', (piece) => {
    received += piece
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    const head = received.slice(0, headEnd)
    const end = headEnd + 4 + Number(/\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    if (received.length < end) return
    received = received.slice(end)
    answer({ status: head.slice(9, 12), hasRetryAfter: /\nretry-after: *\d+/i.test(head) })
  })
  // What broke a connection matters less than that it did: `close` follows.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isOpen = false
    answer(null)
  })
  return {
    send: (request) =>
      new Promise((answered) => {
        if (!isOpen) {
          answered(null)
          return
        }
        pending = { at: performance.now(), answered }
        socket.write(request)
      }),
    close: () => socket.end(),
  }
}
