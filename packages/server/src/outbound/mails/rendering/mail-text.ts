import type { MailLayout } from './mail-layout.ts'

/** The plain text part of an e-mail. */
export function mailText(layout: MailLayout): string {
  const { heading, greeting, paragraphs, button, footer, privacy, unsubscribe } = layout
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
