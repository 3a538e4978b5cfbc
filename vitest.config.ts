import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { TestOrder } from './scripts/testing/test-order.ts'

const sources = ['packages/*/src', 'examples/*/src', 'bench/src', 'trials/src', 'scripts']
/** Whole programs against a gateway: the SDKs, billing stories, packages. */
const sdkTests = sources.map((folder) => `${folder}/**/*.sdk.test.ts`)
const pythonTests = sources.map((folder) => `${folder}/**/*.python.test.ts`)
/** They count the steps of functions that are compiled while they run, so each needs a process of its own. */
const stepTests = sources.map((folder) => `${folder}/**/*.steps.test.ts`)
/**
 * `npm test` runs them, the check does not: they wait, listen on ports, start programs, install packages, or try the checks
 * themselves.
 */
const slowTests = sources.map((folder) => `${folder}/**/*.slow.test.ts`)
const server = 'packages/server/src'
/**
 * What can depend on the version of PostgreSQL runs on the oldest supported one as well: statements, plans, migrations,
 * locks, row-level security, roles and backups. The rules of the domain do not; `npm run test:long` runs every database test
 * there.
 */
const versionTests = [
  `${server}/store/**/*.db.test.ts`,
  `${server}/operations/referring/tracking/{track,*-faults,*-reads}.db.test.ts`,
  `${server}/operations/**/{*-races,publish-events,maintain-click-partitions,redeem-credit}.db.test.ts`,
  `${server}/jobs/{shared-queue,worker}.db.test.ts`,
  `${server}/http/{isolation,unsigned-calls}.db.test.ts`,
  `${server}/cli/database/restore-elsewhere.db.test.ts`,
  `${server}/start/prepare-storage.db.test.ts`,
]
/** The tests about the cluster itself. */
const clusterTests = [`${server}/**/*.cluster.test.ts`]
/** They start clusters of their own, and take as long as `npm run test:long` may. */
const clusterTrials = ['trials/src/**/*.cluster.test.ts']
const clusterStatementChecks = [`${server}/testing/checks/*.cluster.test.ts`]
/** They look at every statement that there is, so a worker must have no other than those of its one file. */
const statementChecks = [`${server}/testing/checks/*.db.test.ts`]
/** They work in the process of the test; the other database tests start programs, which share nothing. */
const inProcessTests = [`${server}/{store,operations,http,stories,jobs}/**/*.db.test.ts`]
const oldest = {
  globalSetup: `${server}/testing/database/oldest-database-setup.ts`,
  // The rules are tried on the other version; these show that this one does the same.
  env: { GOODWORD_TEST_RUNS: '5', GOODWORD_TEST_TENANTS: '3000', GOODWORD_TEST_STATES: 'few' },
}
/** They look at plans, or count the rows and pages that one server reads. */
const aboutOneServer = [
  `${server}/operations/referring/tracking/{people-reads,unsigned-reads}.db.test.ts`,
  `${server}/jobs/ten-thousand-tenants.db.test.ts`,
  `${server}/store/backup/changed-rows.db.test.ts`,
  `${server}/{store/clicks/many-clicks,store/outward/many-deliveries,operations/reporting/statistics/many-statistics}.db.test.ts`,
]
/** A session that is connected to a worker sends nothing to other nodes for tenants whose rows are on that worker. */
const aboutCoordinator =
  process.env.GOODWORD_TEST_CLUSTER_NODE === 'worker'
    ? [`${server}/store/cluster/one-phase-commit.cluster.test.ts`]
    : []
/** `npm test` has time for a part of the tests on a cluster; without this setting all run. */
const isClusterShort = process.env.GOODWORD_TEST_CLUSTER === 'short'
/** The tests of the short run about what differs on a cluster, which take a second or two. */
const alsoOnCluster = isClusterShort
  ? [
      `${server}/store/driver/{tenant-tx,rows,row-insert,pipeline}.db.test.ts`,
      `${server}/store/{jobs/job-candidates,schema/service-login}.db.test.ts`,
    ]
  : inProcessTests
/** The growth from one node to three as after `cluster distribute`, which `npm test` tries. */
const longOnCluster = isClusterShort ? [`${server}/store/cluster/first-node.cluster.test.ts`] : []
/** A Citus cluster of a coordinator and two workers. */
const cluster = { globalSetup: `${server}/testing/cluster/cluster-setup.ts` }
const databaseTests = sources.map((folder) => `${folder}/**/*.db.test.ts`)
/** What a few seconds cannot show is for `npm run test:long`. */
const enduranceTests =
  process.env.GOODWORD_TRIALS === 'long'
    ? []
    : ['soak', 'upgrade/upgrade', 'bills/three-years'].map((name) => `trials/src/${name}.db.test.ts`)
/** They install platforms of others, hundreds of megabytes under terms of their own. */
const platformTests =
  process.env.GOODWORD_TRIALS === 'long'
    ? []
    : [
        'packages/{cli,zapier,n8n-nodes-goodword}/src/**/*-platform.db.test.ts',
        'e2e/src/**/*-platform.e2e.test.ts',
      ]
/** Their packages and builds take a minute of a processor each; those with Vite take a quarter of that. */
const longExamples =
  process.env.GOODWORD_TRIALS === 'long' ? [] : ['e2e/src/examples/{next,nuxt,init-next-nuxt}.e2e.test.ts']

export default defineConfig({
  test: {
    // Many tests wait for processes that they started, so that a worker needs less than half of a processor; each holds some
    // hundred megabytes with them.
    maxWorkers: Math.max(2, Math.min(8, Math.ceil(availableParallelism() * 2.5))),
    // Loading the modules of a test takes longer than most tests: the files of a worker share them.
    isolate: false,
    // Node runs the sources as they are, here as in the service: without a transformation they load faster.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    allowOnly: false,
    sequence: { sequencer: TestOrder },
    passWithNoTests: true,
    // The limits measure nothing: they end tests that hang. On a busy machine everything takes many times as long.
    expect: { poll: { timeout: 120_000 } },
    teardownTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: sources.map((folder) => `${folder}/**/*.test.ts`),
          exclude: [
            ...databaseTests,
            ...clusterTests,
            ...clusterTrials,
            ...sdkTests,
            ...pythonTests,
            ...stepTests,
            ...slowTests,
          ],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: { name: 'slow', include: slowTests, testTimeout: 180_000, hookTimeout: 180_000 },
      },
      {
        extends: true,
        test: { name: 'steps', include: stepTests, isolate: true, testTimeout: 300_000 },
      },
      {
        extends: true,
        test: { name: 'sdk', include: sdkTests, testTimeout: 300_000, hookTimeout: 300_000 },
      },
      {
        extends: true,
        test: { name: 'python', include: pythonTests, testTimeout: 180_000 },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['e2e/src/**/*.e2e.test.ts'],
          exclude: [...longExamples, ...platformTests],
          globalSetup: 'e2e/src/testing/goodword-setup.ts',
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      databaseProject('database', inProcessTests, statementChecks),
      databaseProject('database-alone', databaseTests, [
        ...inProcessTests,
        ...statementChecks,
        ...enduranceTests,
        ...platformTests,
      ]),
      databaseProject('database-statements', statementChecks, [], { isolate: true }),
      databaseProject('oldest-database', versionTests, statementChecks, oldest),
      databaseProject('oldest-database-statements', statementChecks, [], { ...oldest, isolate: true }),
      databaseProject(
        'cluster',
        [...clusterTests, ...alsoOnCluster],
        [
          ...statementChecks,
          ...clusterStatementChecks,
          ...aboutOneServer,
          ...aboutCoordinator,
          ...longOnCluster,
        ],
        cluster,
      ),
      {
        extends: true,
        test: {
          name: 'cluster-trials',
          include: process.env.GOODWORD_TRIALS === 'long' ? clusterTrials : [],
        },
      },
      databaseProject('cluster-statements', clusterStatementChecks, [], { ...cluster, isolate: true }),
    ],
  },
})

function databaseProject(name: string, include: string[], exclude: string[], options: object = {}) {
  const globalSetup = `${server}/testing/database/database-setup.ts`
  const limits = { testTimeout: 600_000, hookTimeout: 600_000 }
  return { extends: true as const, test: { name, include, exclude, globalSetup, ...limits, ...options } }
}
