import { dirname, join } from 'node:path'

/** What a page says of a change. */
export type Recipe = {
  /** The files and folders that its numbered list names. */
  readonly named: readonly string[]
  /** The tests that it names there or elsewhere. */
  readonly tests: readonly string[]
  readonly text: string
}

/** Reads the recipe under a heading of a page, or the whole page. Links to other recipes and chapters of the design name no file to edit. */
export function readRecipe(page: string, text: string, heading: string | null): Recipe {
  const sections = text.split(/^(?=## )/m)
  const section = heading === null ? text : sections.find((it) => anchorOf(it) === heading)
  if (section === undefined) throw new Error(`${page} has no heading for #${heading}`)
  const steps = section.match(/^\d+\. .*\n(?: {3}.*\n|\n(?= {3}))*/gm) ?? []
  return {
    named: linksIn(steps.join('')).filter((it) => !/^docs\/(?:recipes|design)\//.test(it)),
    tests: linksIn(section).filter((it) => it.endsWith('.test.ts')),
    text: section,
  }

  function linksIn(part: string): string[] {
    const links = [...part.matchAll(/\]\(([^)#:]+)[^):]*\)/g)].map(([, link = '']) =>
      join(dirname(page), link),
    )
    return [...new Set(links)]
  }
}

/** What is not the same in a recipe and in the change that follows it. */
export function differences({ named, text }: Recipe, files: readonly string[], generated: number): string[] {
  const isIn = (file: string, path: string): boolean => file === path || file.startsWith(`${path}/`)
  const missing = files.filter((file) => !named.some((path) => isIn(file, path)))
  const unused = named.filter((path) => !files.some((file) => isIn(file, path)))
  const counts = `${files.length} files by hand, ${generated} generated`
  return [
    ...missing.map((it) => `its list does not name ${it}`),
    ...unused.map((it) => `its list names ${it}, which the change does not need`),
    ...(text.includes(counts) ? [] : [`it does not say "${counts}"`]),
  ]
}

function anchorOf(section: string): string {
  const [, title = ''] = /^## (.*)/.exec(section) ?? []
  return title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
}
