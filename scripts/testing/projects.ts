import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { root } from '../checks/steps.ts'

const sources = ['packages/*/src', 'gateways/*/src', 'lab/*/src', 'examples/*/src', 'scripts']
const server = 'packages/server/src'

/** The files of a project of vitest: patterns from the root of the tree. */
export type TestFiles = { readonly include: readonly string[]; readonly exclude: readonly string[] }

/** The kinds of test files that end in more than `.test.ts`. */
const kinds = ['db', 'cluster', 'sdk', 'python', 'steps', 'slow'] as const

function filesOfKind(kind: (typeof kinds)[number]): string[] {
  return sources.map((folder) => `${folder}/**/*.${kind}.test.ts`)
}

/** They look at every statement that there is, so a worker must have no other than those of its one file. */
const statementChecks = [`${server}/testing/checks/*.db.test.ts`]
/** They work in the process of the test; the other database tests start programs, which share nothing. */
const inProcess = [
  `${server}/{administration,billing,files,frame,jobs,outbound,pages,privacy,referring,reporting,routes,stories,tracking}/**/*.db.test.ts`,
  `${server}/engine/{backup,cluster,driver,job-table,lists,schema}/**/*.db.test.ts`,
]
const clusterStatementChecks = [`${server}/testing/checks/*.cluster.test.ts`]
const clusterTrials = ['lab/trials/src/**/*.cluster.test.ts']

/** The projects of vitest on one PostgreSQL, by the names of their files. */
export const testProjects = {
  'database-alone': { include: filesOfKind('db'), exclude: [...inProcess, ...statementChecks] },
  browser: { include: ['e2e/src/**/*.e2e.test.ts'], exclude: [] },
  sdk: { include: filesOfKind('sdk'), exclude: [] },
  python: { include: filesOfKind('python'), exclude: [] },
  slow: { include: filesOfKind('slow'), exclude: [] },
  /** They count the steps of functions that are compiled while they run, so each needs a process of its own. */
  steps: { include: filesOfKind('steps'), exclude: [] },
  database: { include: inProcess, exclude: statementChecks },
  'database-statements': { include: statementChecks, exclude: [] },
  quick: {
    include: sources.map((folder) => `${folder}/**/*.test.ts`),
    exclude: kinds.flatMap(filesOfKind),
  },
  /**
   * Tests that depend on the version of PostgreSQL and are quick on the oldest supported one: the driver, migrations,
   * logins, storage, a backup. `npm run test:all -- postgresql-15` runs every test with a database there.
   */
  'oldest-database': {
    include: [
      `${server}/engine/driver/**/*.db.test.ts`,
      `${server}/engine/schema/{migrate,service-login}.db.test.ts`,
      `${server}/cli/database/restore-elsewhere.db.test.ts`,
      `${server}/start/prepare-storage.db.test.ts`,
    ],
    exclude: [],
  },
} as const satisfies Record<string, TestFiles>

export type TestProjectName = keyof typeof testProjects

/** The projects on a Citus cluster of a coordinator and two workers, which only `npm run test:all` runs. */
export const clusterProjects = {
  cluster: {
    include: [`${server}/**/*.cluster.test.ts`, ...inProcess],
    exclude: [
      ...statementChecks,
      ...clusterStatementChecks,
      // They look at plans, or count the rows and pages that one server reads.
      `${server}/tracking/{people-reads,unsigned-reads}.db.test.ts`,
      `${server}/jobs/ten-thousand-tenants.db.test.ts`,
      `${server}/engine/backup/changed-rows.db.test.ts`,
      `${server}/referring/people/rows/people-search.db.test.ts`,
      // Each node has turns of its own there, which node-bulkheads.cluster.test.ts is about.
      `${server}/engine/driver/turns/pool-turns.db.test.ts`,
      `${server}/{referring/clicks/rows/many-clicks,outbound/webhooks/rows/many-deliveries,reporting/statistics/many-statistics}.db.test.ts`,
    ],
  },
  'cluster-statements': { include: clusterStatementChecks, exclude: [] },
  'cluster-trials': { include: clusterTrials, exclude: [] },
} as const satisfies Record<string, TestFiles>

const testFiles: readonly string[] = globSync(
  [...sources, 'e2e/src'].map((folder) => `${folder}/**/*.test.ts`),
  { cwd: root, exclude: ['**/node_modules/**'] },
).sort()

/** The paths of a project's test files from the root of the tree, sorted. */
export function filesOfProject({ include, exclude }: TestFiles): readonly string[] {
  return filesLike(include).filter((file) => !isLike(file, exclude))
}

/** The test files that have one of the patterns, by path. */
export function filesLike(patterns: readonly string[]): readonly string[] {
  return testFiles.filter((file) => isLike(file, patterns))
}

export function isLike(file: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesGlob(file, pattern))
}
