import { basename } from 'node:path'
import { root } from './steps.ts'
import { filesOf } from './tree-files.ts'
import { crowdedFolders, exceptions, type TreeFile, treeRules } from './tree-rules.ts'

const PICTURES = 'docs/screenshots/'

/** Pictures that no page shows, and those that a page shows and that are not there. */
function lostPictures(files: readonly TreeFile[]): readonly string[] {
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

if (import.meta.main) {
  const broken = brokenTreeRules(filesOf(root), exceptions)
  for (const line of broken) console.log(line)
  process.exitCode = broken.length === 0 ? 0 : 1
}

/** Every rule that a file or folder breaks, as `rule: path: finding`, exceptions left out; an unneeded exception is reported too. */
export function brokenTreeRules(files: Iterable<TreeFile>, allowed: readonly string[]): string[] {
  const unused = new Set(allowed)
  const broken: string[] = []
  const all = [...files]
  for (const file of all) {
    for (const rule of treeRules) {
      const findings = rule.findings(file)
      const breach = `${rule.name}: ${file.path}`
      if (findings.length > 0 && allowed.includes(breach)) unused.delete(breach)
      else broken.push(...findings.map((finding) => `${breach}: ${finding}`))
    }
  }
  return [
    ...broken,
    ...crowdedFolders(all.map(({ path }) => path)),
    ...lostPictures(all),
    ...[...unused].map((each) => `exception without need, remove it: ${each}`),
  ]
}
