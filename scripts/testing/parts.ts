import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../checks/steps.ts'
import { longParts } from './long-parts.ts'
import type { Part } from './part.ts'
import { filesLike, isLike, testProjects } from './projects.ts'
import { shortParts } from './short-parts.ts'

export const parts: readonly Part[] = [...shortParts, ...longParts]

/** The files that run only in the long parts. */
export const filesOfLongParts: readonly string[] = longParts.flatMap(ownFiles)

/** The files that run in parts of `npm run test:all` and not in `npm test`. */
export const filesOfParts: readonly string[] = parts.flatMap(ownFiles)

function ownFiles({ files = [] }: Part): readonly string[] {
  return filesLike(files)
}

/** The test files that a part runs, by path from the root of the tree. */
export function filesOfPart(part: Part): readonly string[] {
  const { files = [], again = [], without = [], containing } = part
  return filesLike([...files, ...again]).filter(
    (file) =>
      !isLike(file, without) &&
      (longParts.includes(part) || !filesOfLongParts.includes(file)) &&
      (containing === undefined || containing.test(readFileSync(join(root, file), 'utf8'))),
  )
}

/** The projects whose tests need nothing that a part would have to name. */
const usualProjects = Object.keys(testProjects).filter((it) => it !== 'python' && it !== 'oldest-database')

/** The projects of vitest in which a part runs its files. */
export function projectsOfPart({ projects }: Part): readonly string[] {
  return projects ?? usualProjects
}

/** The parts that have to run after a change of these files, each with one of them. */
export function partsAfter(
  changed: readonly string[],
): readonly { readonly part: Part; readonly file: string }[] {
  return parts.flatMap((part) => {
    const file = changed.find((it) => isLike(it, [...part.after, ...(part.files ?? [])]))
    return file === undefined ? [] : [{ part, file }]
  })
}
