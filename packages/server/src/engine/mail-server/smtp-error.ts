import type { SendOutcome } from './mail-server.ts'

type Failure = Exclude<SendOutcome, { readonly kind: 'accepted' }>

/** Replies that concern the client or the connection, whichever e-mail is sent. */
const aboutConnection: ReadonlySet<number> = new Set([
  // The service is not available.
  421,
  // Out of sequence: some servers want a login first.
  503,
  // A login is required, was rejected, or needs encryption.
  530, 534, 535, 538,
])

/** The outcome of an e-mail after an error of the SMTP client. The error's text is not kept: servers repeat addresses in it. */
export function outcomeOfError(error: unknown): Failure {
  const { code, responseCode, command, message } = fieldsOf(error)
  if (code === 'EAUTH' || code === 'ENOAUTH') return unavailable('LOGIN_FAILED', responseCode)
  if (code === 'ETLS' || code === 'EREQUIRETLS' || isCertificateError(message))
    return unavailable('TLS_FAILED', responseCode)
  // Aborted by the deadline of the delivery.
  if (code === 'ETIMEDOUT' || code === 'EABORT') return unavailable('SERVER_TIMED_OUT', responseCode)
  const refused = responseCode === null ? undefined : refusals[command]
  if (responseCode !== null && refused !== undefined && !aboutConnection.has(responseCode)) {
    return responseCode >= 500
      ? { kind: 'refused', reason: refused, replyCode: responseCode }
      : { kind: 'deferred', replyCode: responseCode }
  }
  const isLogin = responseCode !== null && responseCode >= 503 && aboutConnection.has(responseCode)
  return unavailable(isLogin ? 'LOGIN_FAILED' : 'SERVER_UNREACHABLE', responseCode)
}

const refusals: Readonly<Record<string, 'SENDER_REFUSED' | 'RECIPIENT_REFUSED' | 'MESSAGE_REFUSED'>> = {
  'MAIL FROM': 'SENDER_REFUSED',
  'RCPT TO': 'RECIPIENT_REFUSED',
  DATA: 'MESSAGE_REFUSED',
}

function unavailable(
  reason: 'SERVER_UNREACHABLE' | 'SERVER_TIMED_OUT' | 'TLS_FAILED' | 'LOGIN_FAILED',
  replyCode: number | null,
): Failure {
  return { kind: 'unavailable', reason, replyCode }
}

/** Errors of TLS reach the client without a code of their own. */
function isCertificateError(message: string): boolean {
  return /certificate|SSL routines|TLS/i.test(message)
}

function fieldsOf(error: unknown) {
  const field = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  const responseCode = field('responseCode')
  return {
    code: String(field('code') ?? ''),
    command: String(field('command') ?? ''),
    message: String(field('message') ?? ''),
    responseCode: typeof responseCode === 'number' ? responseCode : null,
  }
}
