import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import { importRules, workspaceImports } from './import-rules.ts'

const workspaces = Object.keys(workspaceImports)

if (import.meta.main) {
  const broken = await brokenImportRules(resolve(import.meta.dirname, '../..'))
  for (const line of broken) console.log(line)
  process.exitCode = broken.length === 0 ? 0 : 1
}

/** Every import in a workspace or in `scripts/` of `root` that breaks a rule, as `rule: from → to`, sorted. */
export async function brokenImportRules(root: string): Promise<string[]> {
  const folders = ['packages', ...workspaces, 'scripts'].filter((it) => existsSync(join(root, it)))
  const options: ICruiseOptions = {
    baseDir: root,
    ruleSet: { forbidden: importRules },
    validate: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    // Borders hold for types as well: an import that is erased still ties two files together.
    tsPreCompilationDeps: true,
    combinedDependencies: true,
  }
  const { output } = await cruise(folders, options, {
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'types', 'default'],
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
  })
  return [...new Set(asResult(output).summary.violations.map(lineOf))].sort()
}

function lineOf(violation: ICruiseResult['summary']['violations'][number]): string {
  const way = violation.cycle?.map((step) => step.name) ?? [violation.to]
  return [`${violation.rule.name}: ${violation.from}`, ...way].join(' → ')
}

function asResult(output: ICruiseResult | string): ICruiseResult {
  if (typeof output === 'string') throw new Error(`the import check answered with text: ${output}`)
  return output
}
