import type { MailContent } from '@goodword/contract/mails/mail'
import { mailHtml } from './mail-html.ts'
import { layoutOf, type MailParts } from './mail-layout.ts'
import { mailText } from './mail-text.ts'

/** Renders an e-mail: a subject, plain text and HTML. Texts of merchants and names are plain text in all of them. */
export function renderMail(parts: MailParts): MailContent {
  const layout = layoutOf(parts)
  const { language, subject } = layout
  return { language, subject, text: mailText(layout), html: mailHtml(layout) }
}
