import { basename } from 'node:path'
import type { TreeFile } from './tree-rules.ts'

const PICTURES = 'docs/screenshots/'

/** Pictures that no page shows, and those that a page shows and that are not there. */
export function lostPictures(files: readonly TreeFile[]): readonly string[] {
  const pages = files.filter(({ path }) => path.endsWith('.md'))
  const shown = new Set(
    pages.flatMap(({ text }) =>
      [...text.matchAll(/screenshots\/([\w-]+[.]webp)\)/g)].map(([, name]) => name ?? ''),
    ),
  )
  const pictures = files.filter(({ path }) => path.startsWith(PICTURES)).map(({ path }) => basename(path))
  return [
    ...pictures
      .filter((it) => !shown.has(it))
      .map((it) => `shown-pictures: ${PICTURES}${it}: no page shows it`),
    ...[...shown]
      .filter((it) => !pictures.includes(it))
      .map((it) => `shown-pictures: ${PICTURES}${it}: a page shows it, and it is not there`),
  ]
}
