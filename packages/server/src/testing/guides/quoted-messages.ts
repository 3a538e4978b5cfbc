import { readFileSync } from 'node:fs'

const guide = new URL('../../../../../docs/guides/reference/databases.md', import.meta.url)

/** The messages that the guide on database providers explains. */
export const quotedMessages: readonly string[] = [...readFileSync(guide, 'utf8').matchAll(/^> (.+)$/gm)].map(
  ([, text = '']) => text,
)
