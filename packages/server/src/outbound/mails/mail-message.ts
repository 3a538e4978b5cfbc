import type { EmailSettings } from '@goodword/contract/mails/email-settings'
import type { MailContent } from '@goodword/contract/mails/mail'
import type { TenantId } from '@goodword/domain/values/ids'
import type { OutgoingMail } from '../../engine/mail-server/mail-server.ts'

export type Addressed = {
  readonly tenantId: TenantId
  readonly mailId: string
  readonly to: string
  readonly programName: string
  /** Null for an e-mail that its recipient asked for. */
  readonly unsubscribeLink: string | null
  /** Milliseconds since the epoch. */
  readonly sentAt: number
}

/** An e-mail as the mail server gets it. Its Message-ID is the same each time it is sent. */
export function mailMessage(
  emails: EmailSettings,
  { tenantId, mailId, to, programName, unsubscribeLink, sentAt }: Addressed,
  { subject, text, html }: MailContent,
): OutgoingMail {
  const { fromAddress, fromName, replyTo, bounceAddress } = emails
  const domain = fromAddress.slice(fromAddress.lastIndexOf('@') + 1)
  return {
    messageId: `<${mailId}.${tenantId}@${domain}>`,
    sentAt,
    from: { name: fromName ?? senderName(programName), address: fromAddress },
    replyTo,
    to,
    bounceAddress: bounceAddress ?? fromAddress,
    subject,
    text,
    html,
    unsubscribeLink,
  }
}

/** The sender as it is shown to people who read the settings. */
export function senderText(emails: EmailSettings, programName: string): string {
  return `${emails.fromName ?? senderName(programName)} <${emails.fromAddress}>`
}

/** The name of a program may be longer than a name in a header should be. */
function senderName(programName: string): string {
  return [...programName.trim()].slice(0, 100).join('')
}
