import type { Config } from '../config.ts'
import type { MailServer } from '../engine/mail-server/mail-server.ts'
import { openMailServer } from '../engine/mail-server/open-mail-server.ts'
import { parseSmtpAddress } from '../engine/mail-server/smtp-address.ts'

/** The mail server of the configuration; null for none. No connection is made before the first e-mail. */
export function configuredMailServer({
  smtpUrl,
  smtpRateLimit,
}: Pick<Config, 'smtpUrl' | 'smtpRateLimit'>): MailServer | null {
  const settings = smtpUrl === null ? null : parseSmtpAddress(smtpUrl)
  return settings === null ? null : openMailServer(settings, { perSecond: smtpRateLimit })
}
