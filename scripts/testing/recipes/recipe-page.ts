import { dirname, join } from 'node:path'
import type { Change } from './change.ts'

/** The description of a change on a page. */
export type Recipe = {
  /** The files and folders that its numbered list names. */
  readonly named: readonly string[]
  /** The tests that it names there or elsewhere. */
  readonly tests: readonly string[]
  readonly text: string
}

/** Reads the recipe of a change on its page. Links to other recipes and chapters of the design name no file to edit. */
export function readRecipe({ page, heading }: Pick<Change, 'page' | 'heading'>, text: string): Recipe {
  const section = text.split(/^(?=## )/m).find((it) => anchorOf(it) === heading)
  if (section === undefined) throw new Error(`${page} has no heading for #${heading}`)
  const steps = section.match(/^\d+\. .*\n(?: {3}.*\n)*/gm) ?? []
  return {
    named: linksIn(steps.join('')).filter((it) => !/^docs\/(?:recipes|design)\//.test(it)),
    tests: linksIn(section).filter((it) => it.endsWith('.test.ts')),
    text: section,
  }

  function linksIn(part: string): string[] {
    const links = part.matchAll(/\]\(([^)#:]+)[^):]*\)/g)
    return [...new Set([...links].map(([, link = '']) => join(dirname(page), link)))]
  }
}

/** The differences of a recipe and its change. */
export function differences({ named, text }: Recipe, { files, aim }: Change): string[] {
  const isIn = (file: string, path: string): boolean => file === path || file.startsWith(`${path}/`)
  const count = `${files.length} files by hand`
  return [
    ...files
      .filter((file) => !named.some((path) => isIn(file, path)))
      .map((it) => `its list does not name ${it}`),
    ...named
      .filter((path) => !files.some((file) => isIn(file, path)))
      .map((it) => `its list names ${it}, which the change does not need`),
    ...(text.includes(count) ? [] : [`it does not say "${count}"`]),
    ...(aim !== null && files.length > aim ? [`it edits ${files.length} files, and ${aim} are the aim`] : []),
  ]
}

function anchorOf(section: string): string {
  const [, title = ''] = /^## (.*)/.exec(section) ?? []
  return title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
}
