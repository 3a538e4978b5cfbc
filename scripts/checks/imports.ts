import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import { folderCircles, type Import, orderedFolders } from './folder-circles.ts'
import { importRules, isTestCode, workspaceImports } from './import-rules.ts'
import { keptFindings } from './kept-findings.ts'
import { root } from './steps.ts'
import { filesOf } from './tree-files.ts'
import type { TreeFile } from './tree-rules.ts'

/** A formatter may put the name of a module on a line of its own. */
const mayImport = /\b(?:import|export|from|require|reference)\b|^\s*['"`][^'"`]*['"`][,)\s]*;?$/

/** The path of a file and every line of its code that may be of an import, so also some that are not. */
function importLines({ path, text }: TreeFile): string {
  if (!/[.](?:[cm]?[jt]sx?|vue|json)$/.test(path)) return path
  return [path, ...text.split('\n').filter((line) => mayImport.test(line))].join('\n')
}

const workspaces = Object.keys(workspaceImports)

if (import.meta.main) {
  const files = [...filesOf(root)]
  const known = keptFindings('import-rules', rulesOf(files))
  const imports = files.map(importLines).join('\n')
  const broken = known.of(imports) === undefined ? await brokenImportRules(root) : []
  for (const line of broken) console.log(line)
  if (broken.length === 0) {
    known.note(imports, 'clean')
    known.save()
  }
  process.exitCode = broken.length === 0 ? 0 : 1
}

/** The rules in this folder, and everything that resolves an import to a file: settings and installed packages. */
function rulesOf(files: readonly TreeFile[]): string {
  const settings = /(?:^|\/)(?:package|package-lock|tsconfig[^/]*)[.]json$/
  const rules = /^scripts\/checks\/(?:imports|import-rules|import-lines|folder-circles)[.]ts$/
  const some = files.filter(({ path }) => settings.test(path) || rules.test(path))
  return some.map(({ path, text }) => `${path}\n${text}`).join('\n')
}

/** Every import in a workspace or in `scripts/` of `root` that breaks a rule, as `rule: from → to`, sorted. */
export async function brokenImportRules(root: string): Promise<string[]> {
  const folders = ['packages', ...workspaces, 'scripts'].filter((it) => existsSync(join(root, it)))
  const options: ICruiseOptions = {
    baseDir: root,
    ruleSet: { forbidden: importRules },
    validate: true,
    skipAnalysisNotInRules: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages|gateways)/[^/]+/(dist|[.]work)/' },
    // Borders hold for types as well: an import that is erased still ties two files together.
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    // The files stay as they are meanwhile: by default they are looked for again after 4 s.
    enhancedResolveOptions: { cachedInputFileSystem: { cacheDuration: 600_000 } },
  }
  const { output } = await cruise(folders, options, {
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'types', 'default'],
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
  })
  const { summary, modules } = asResult(output)
  const broken = [...summary.violations.map(lineOf), ...folderCircles(importsOf(modules), orderedFolders)]
  return [...new Set(broken)].sort()
}

function importsOf(modules: ICruiseResult['modules']): readonly Import[] {
  return modules
    .filter(({ source }) => !isTestCode(source))
    .flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
    )
}

function lineOf(violation: ICruiseResult['summary']['violations'][number]): string {
  const way = violation.cycle?.map((step) => step.name) ?? [violation.to]
  return [`${violation.rule.name}: ${violation.from}`, ...way].join(' → ')
}

function asResult(output: ICruiseResult | string): ICruiseResult {
  if (typeof output === 'string') throw new Error(`the import check answered with text: ${output}`)
  return output
}
