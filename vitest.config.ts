import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { filesOfLanes, type TestFile } from './scripts/testing/lanes.ts'
import { filesOfLongParts } from './scripts/testing/parts.ts'
import { clusterProjects, type TestFiles, testProjects } from './scripts/testing/projects.ts'
import { RunReporter } from './scripts/testing/run-report.ts'

const server = 'packages/server/src'
/** The lane of `npm test` that this run is, from 0; without it, any file may run that a filter names. */
const { GOODWORD_TEST_LANE, GOODWORD_TEST_OLDEST_POSTGRES, GOODWORD_TESTS, GOODWORD_TRIALS } = process.env
const lane = GOODWORD_TEST_LANE === undefined ? null : filesOfLane(Number(GOODWORD_TEST_LANE))

/** Files run as the lane lists them; elsewhere by path. */
class FixedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const places = new Map(lane?.map(({ project, path }, index) => [`${project} ${resolve(path)}`, index]))
    const placeOf = ({ project, moduleId }: TestSpecification): number =>
      places.get(`${project.name} ${moduleId}`) ?? 0
    return files.toSorted(
      (one, other) => placeOf(one) - placeOf(other) || (one.moduleId < other.moduleId ? -1 : 1),
    )
  }
}

const minute = 60_000
const limits = (minutes: number) => ({ testTimeout: minutes * minute, hookTimeout: minutes * minute })
/** A PostgreSQL for the run; each file gets a database of its own. */
const database = { ...limits(10), globalSetup: `${server}/testing/database/database-setup.ts` }
const cluster = { ...limits(10), globalSetup: `${server}/testing/cluster/cluster-setup.ts` }

export default defineConfig({
  test: {
    // A lane of `npm test` has one worker. Elsewhere tests compute as much as they wait.
    maxWorkers: lane === null ? Math.max(2, Math.min(8, availableParallelism())) : 1,
    // Loading the modules of a test takes longer than most tests: the files of a worker share them.
    isolate: false,
    // Node runs the sources as they are, here as in the service: without a transformation they load faster.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    reporters: ['default', new RunReporter()],
    setupFiles: 'scripts/testing/fixed-seed.ts',
    allowOnly: false,
    sequence: { sequencer: FixedOrder },
    passWithNoTests: true,
    // The limits measure nothing: they end tests that hang. On a busy machine everything takes many times as long.
    expect: { poll: { timeout: 2 * minute } },
    teardownTimeout: minute,
    projects: [
      project('quick', testProjects.quick, limits(3)),
      project('slow', testProjects.slow, limits(3)),
      project('steps', testProjects.steps, { ...limits(5), isolate: true }),
      project('sdk', testProjects.sdk, limits(5)),
      project('python', testProjects.python, limits(3)),
      project('browser', testProjects.browser, {
        ...limits(5),
        globalSetup: 'e2e/src/testing/goodword-setup.ts',
        // A page does what is expected in a moment: a defect is reported in seconds.
        expect: { poll: { timeout: GOODWORD_TESTS === 'all' ? 2 * minute : minute / 3 } },
      }),
      project('database', testProjects.database, database),
      project('database-alone', testProjects['database-alone'], database),
      project('database-statements', testProjects['database-statements'], { ...database, isolate: true }),
      project('oldest-database', testProjects['oldest-database'], {
        ...limits(10),
        globalSetup: `${server}/testing/database/oldest-database-setup.ts`,
      }),
      project('cluster', clusterProjects.cluster, cluster),
      project('cluster-statements', clusterProjects['cluster-statements'], { ...cluster, isolate: true }),
      project('cluster-trials', clusterProjects['cluster-trials'], {}),
    ].filter(({ test }) => test.include.length > 0),
  },
})

function filesOfLane(index: number): readonly TestFile[] {
  const hasOldest = (GOODWORD_TEST_OLDEST_POSTGRES ?? '') !== ''
  return (filesOfLanes()[index] ?? []).filter((it) => hasOldest || it.project !== 'oldest-database')
}

function project(name: string, files: TestFiles, options: object) {
  const exclude = GOODWORD_TRIALS === 'long' ? files.exclude : [...files.exclude, ...filesOfLongParts]
  const patterns =
    lane === null
      ? { include: [...files.include], exclude: [...exclude] }
      : { include: lane.filter((it) => it.project === name).map((it) => it.path) }
  return { extends: true as const, test: { name, ...patterns, ...options } }
}
