import { lostPictures } from './pictures.ts'
import { root } from './steps.ts'
import { filesOf } from './tree-files.ts'
import { crowdedFolders, exceptions, type TreeFile, treeRules } from './tree-rules.ts'

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
