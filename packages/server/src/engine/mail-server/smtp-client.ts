import { createTransport } from 'nodemailer'
import type { OutgoingMail } from './mail-server.ts'
import type { SmtpSettings } from './smtp-address.ts'

export type DeliveryTimeouts = {
  /** The time limit of connecting, and of the greeting of the server. */
  readonly connectMs: number
  /** How long the server may be silent. */
  readonly silenceMs: number
  /** The time limit of the whole delivery, whatever arrives meanwhile. */
  readonly deadlineMs: number
}

/**
 * Delivers an e-mail in a connection of its own; resolves with the reply code once the server accepted it. Rejects with the
 * error of the library otherwise: if the connection was lost after the end of the message, the server may have accepted it.
 */
export type Deliver = (mail: OutgoingMail, signal: AbortSignal) => Promise<number>

export function smtpClient(settings: SmtpSettings, timeouts: DeliveryTimeouts): Deliver {
  const transport = createTransport(transportOptions(settings, timeouts))
  return async (mail, signal) => {
    const deadline = AbortSignal.timeout(timeouts.deadlineMs)
    const { response } = await transport.sendMail({
      ...messageOf(mail),
      signal: AbortSignal.any([signal, deadline]),
    })
    return Number.parseInt(response, 10)
  }
}

/** How the library connects: without the deadline of a whole delivery. */
export function transportOptions(
  { host, port, tls, login }: SmtpSettings,
  { connectMs, silenceMs }: DeliveryTimeouts,
) {
  return {
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function messageOf(mail: OutgoingMail) {
  const { messageId, sentAt, from, replyTo, to, bounceAddress, subject, text, html, unsubscribeLink } = mail
  return {
    // Addresses as objects: as texts they would be parsed as lists.
    envelope: { from: bounceAddress, to: [to] },
    messageId,
    date: new Date(sentAt),
    from,
    to: { name: '', address: to },
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    ...(html === null ? {} : { html }),
    headers: {
      ...(unsubscribeLink === null ? {} : unsubscribeHeaders(unsubscribeLink)),
      // RFC 3834, so that no absence notice is sent.
      'Auto-Submitted': 'auto-generated',
    },
  }
}

function unsubscribeHeaders(link: string) {
  return {
    // RFC 8058. A URL cannot be folded, so it is not encoded again.
    'List-Unsubscribe': { prepared: true, value: `<${link}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
