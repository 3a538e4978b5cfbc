import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

/** One part of the check: a program of Node's and its arguments, from the root of the project. */
export type Step = {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  /** Defaults to the running one. */
  readonly node?: string
  /** The variables beside what this process has in its environment. */
  readonly environment?: Readonly<Record<string, string>>
}

export const root = resolve(import.meta.dirname, '../..')

const tools = {
  knip: 'node_modules/knip/bin/knip.js',
  tsc: 'node_modules/typescript-native/bin/tsc',
  vitest: 'node_modules/vitest/vitest.mjs',
}

export const quickTests: Step = {
  name: 'quick-tests',
  program: tools.vitest,
  // They wait for nothing, and each further worker loads the modules once more.
  args: ['run', '--project', 'quick', '--reporter', 'dot', '--maxWorkers', `${availableParallelism()}`],
}

/** Steps that are not part of the check, but run alone: `npm run check -- database-tests <part of a path>`. */
export const separateTests: readonly Step[] = [
  ...['database', 'sdk', 'python', 'browser'],
  ...['slow', 'steps'],
].map((project) => ({
  name: `${project}-tests`,
  program: tools.vitest,
  // Also the tests of the project that need a worker for themselves.
  args: ['run', '--project', project, '--project', `${project}-*`],
}))

/** Everything the check does beside tests; the slowest first, so that they do not end alone. */
export const treeSteps: readonly Step[] = [
  typesOf('types', 'tsconfig.json'),
  typesOf('types-of-domain', 'packages/domain'),
  typesOf('types-of-contract', 'packages/contract'),
  typesOf('types-of-client', 'packages/client'),
  typesOf('types-of-portal', 'packages/portal'),
  typesOf('types-of-browser-code', 'tsconfig.browser.json'),
  typesOf('types-of-stories', 'tsconfig.e2e.json'),
  { name: 'format-and-lint', program: 'scripts/checks/format-and-lint.ts', args: [] },
  {
    name: 'dead-code',
    program: tools.knip,
    // The findings in a file are valid until the file changes.
    args: ['--no-progress', '--treat-config-hints-as-errors', '--cache'],
  },
  { name: 'import-rules', program: 'scripts/checks/imports.ts', args: [] },
  { name: 'tree-rules', program: 'scripts/checks/tree.ts', args: [] },
  { name: 'budget', program: 'scripts/checks/budget.ts', args: [] },
  { name: 'alert-rules', program: 'scripts/checks/alert-rules.ts', args: [] },
  { name: 'further-tests', program: 'scripts/checks/further-tests.ts', args: [] },
  { name: 'generated-files', program: 'scripts/generate.ts', args: ['--check'] },
]

function typesOf(name: string, project: string): Step {
  // Several checkers would each work out the same types, and other steps run beside this one.
  return { name, program: tools.tsc, args: ['-p', project, '--checkers', '1'] }
}

/** A run of vitest under settings, which may name a file for its report: see run-report.ts. */
export function vitestRun(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Step {
  return { name, program: tools.vitest, args: ['run', ...args], environment }
}

/** A command line that repeats one step of the check wherever the project runs at all. */
export function commandFor(step: Step): string {
  return `npm run check -- ${step.name}`
}
