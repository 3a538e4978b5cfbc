import { createHash } from 'node:crypto'

/** The sources of a content security policy that allow the style elements of a page, and no other inline styles. */
export function styleHashes(page: string): string {
  const texts = [...page.matchAll(/<style>([^<]*)<\/style>/g)].map(([, text = '']) => text)
  return texts.map((it) => `'sha256-${createHash('sha256').update(it).digest('base64')}'`).join(' ')
}
