/** The timeouts of requests and their connections, in milliseconds. */
export type RequestTimeouts = {
  readonly headersMs: number
  readonly requestMs: number
  readonly keepAliveMs: number
  /** The time from the request line to the response; a longer request is 503, or 408 when its body was not received. */
  readonly handlerMs: number
  /** The idle timeout of a connection, for example of a client that does not read its response. */
  readonly silenceMs: number
  /** How long a client may keep sending an unread body after the response before the connection is closed. */
  readonly lingerMs: number
  /** How long a client may take to read a response before the connection is closed, from the end of `handlerMs`. */
  readonly readMs: number
  /** How often late connections are looked for. */
  readonly checkEveryMs: number
}

export const requestTimeouts: RequestTimeouts = {
  headersMs: 15_000,
  requestMs: 30_000,
  keepAliveMs: 72_000,
  handlerMs: 15_000,
  silenceMs: 60_000,
  lingerMs: 1000,
  readMs: 60_000,
  checkEveryMs: 5_000,
}
