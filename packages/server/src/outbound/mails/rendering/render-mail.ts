import type { MailContent } from '@goodword/contract/mails/mail'
import { mailHtml } from './mail-html.ts'
import { type MailParts, type MailTexts, mailTextsOf } from './mail-texts.ts'

/** Renders an e-mail: a subject, plain text and HTML. Texts of merchants and names are plain text in all of them. */
export function renderMail(parts: MailParts): MailContent {
  const texts = mailTextsOf(parts)
  const { language, subject } = texts
  return { language, subject, text: mailText(texts), html: mailHtml(texts) }
}

/** The plain text part of an e-mail. */
export function mailText(texts: MailTexts): string {
  const { heading, greeting, paragraphs, button, footer, privacy, unsubscribe } = texts
  const links = [privacy, unsubscribe].filter((it) => it !== null)
  const link = button === null ? [] : [`${button.text}:\n${button.link}`]
  // The mark before a signature: programs for e-mail show what follows as one.
  const end = [
    '-- ',
    ...footer.flatMap((it) => [it, '']),
    links.map((it) => `${it.text}:\n${it.link}`).join('\n\n'),
  ]
  return `${[heading, greeting, ...paragraphs, ...link].join('\n\n')}\n\n${end.join('\n').trimEnd()}\n`
}
