import type { Config } from '../../../config.ts'
import type { UnavailableReason } from '../../../engine/mail-server/mail-server.ts'
import { parseSmtpAddress } from '../../../engine/mail-server/smtp-address.ts'
import type { DeliveryTimeouts } from '../../../engine/mail-server/smtp-client.ts'
import { verifyMailServer } from '../../../engine/mail-server/verify-mail-server.ts'
import type { Check } from '../check.ts'

const TIMEOUTS: DeliveryTimeouts = { connectMs: 5000, silenceMs: 5000, deadlineMs: 10_000 }

/** Connects to the mail server of SMTP_URL and logs in, without sending an e-mail. */
export async function checkMailServer(
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  timeouts: DeliveryTimeouts = TIMEOUTS,
): Promise<Check> {
  const name = 'mail server'
  const settings = smtpUrl === null ? null : parseSmtpAddress(smtpUrl)
  if (settings === null) {
    return { name, ok: true, message: 'SMTP_URL is not set: e-mails to users are kept and not sent.' }
  }
  const where = `The mail server at ${settings.host}:${settings.port}`
  const failure = await verifyMailServer(settings, timeouts)
  if (failure === null) {
    const encryption = settings.tls === 'off' ? 'without encryption' : 'with TLS'
    const login = settings.login === null ? 'no login is configured' : 'the login works'
    return { name, ok: true, message: `${where} responds ${encryption}; ${login}.` }
  }
  const reply = failure.replyCode === null ? '' : ` (reply ${failure.replyCode})`
  return { name, ok: false, message: `${where} ${faults[failure.reason](reply)}` }
}

const faults: Readonly<Record<UnavailableReason, (reply: string) => string>> = {
  SERVER_UNREACHABLE: (reply) =>
    `cannot be reached, or refuses the connection${reply}. Check the host and the port of SMTP_URL, and that this machine may connect to them.`,
  SERVER_TIMED_OUT: (reply) =>
    `does not respond in time${reply}. Check the host and the port of SMTP_URL: smtps:// is for ports that begin with TLS, such as 465.`,
  TLS_FAILED: (reply) =>
    `cannot be reached with TLS${reply}: it does not offer it, or its certificate is not valid for this host. A certificate of your own authority needs NODE_EXTRA_CA_CERTS.`,
  LOGIN_FAILED: (reply) =>
    `refuses the login${reply}. Check the user and the password of SMTP_URL; special characters must be percent-encoded.`,
}
