import type { MailLayout } from './mail-layout.ts'

/** The plain text part of an e-mail. */
export function mailText({ heading, greeting, paragraphs, button, footer, unsubscribe }: MailLayout): string {
  const link = button === null ? [] : [`${button.text}:\n${button.link}`]
  // The mark before a signature: programs for e-mail show what follows as one.
  const stop = unsubscribe === null ? [] : [`${unsubscribe.text}:`, unsubscribe.link]
  const end = ['-- ', ...footer.flatMap((it) => [it, '']), ...stop]
  return `${[heading, greeting, ...paragraphs, ...link].join('\n\n')}\n\n${end.join('\n').trimEnd()}\n`
}
