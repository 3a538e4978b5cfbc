import { provideCitus } from '../checks/citus.ts'
import { findOldestPostgresql } from '../checks/oldest-postgresql.ts'
import { clusterNodes, runClusterTests } from './cluster-tests.ts'
import type { LongStep } from './outcome.ts'
import { provideNode } from './programs.ts'
import { findPropertyTests, findTrials, runSuite, runTests } from './run-tests.ts'

const RUNS = '1500'
const REFERRALS = '1000000'
const CLICKS = '10000000'
const SUBSCRIPTIONS = '1000'

/** The trials that take long in their long form, in minutes; the others take a few. */
const minutesOf: Readonly<Record<string, number>> = {
  crash: 15,
  imports: 15,
  'killed-deliveries': 20,
  processor: 30,
  soak: 22,
  sweeps: 30,
  upgrade: 4,
}

const trials = findTrials().map(
  ({ name, file }): LongStep => ({
    name,
    does: `${file} in its long form`,
    minutes: minutesOf[name] ?? 3,
    run: () => runTests(name, [file], { GOODWORD_TRIALS: 'long' }),
  }),
)

/** Everything that `npm run test:long` does, in this order. */
export const longSteps: readonly LongStep[] = [
  {
    name: 'properties',
    does: `the properties of the service are tried ${RUNS} times, the slowest less often`,
    minutes: 60,
    run: () => runTests('properties', findPropertyTests(), { GOODWORD_TEST_RUNS: RUNS }),
  },
  ...trials,
  {
    name: 'cluster-faults',
    does: 'nodes of a Citus cluster fail, hang and change under load',
    minutes: 25,
    run: async () => {
      const citus = provideCitus()
      if ('notRun' in citus) return citus
      const args = ['--project', 'cluster-trials', 'trials/src/cluster']
      return runTests('cluster-faults', args, { ...citus, GOODWORD_TRIALS: 'long' }, [])
    },
  },
  {
    name: 'systemd-guide',
    does: 'the commands of the guide for systemd install the packages and build the portal',
    minutes: 2,
    run: () => runTests('systemd-guide', ['start/systemd-guide'], { GOODWORD_TRIALS: 'long' }),
  },
  {
    name: 'release',
    does: 'a whole release is made twice and compared, and its tarball is started without a registry',
    minutes: 10,
    run: () => runTests('release', ['scripts/release.db'], { GOODWORD_TRIALS: 'long' }),
  },
  {
    name: 'looks',
    does: 'each page of the portal in both themes at both widths',
    minutes: 3,
    run: () => runTests('looks', ['e2e/src/portal/pages'], { GOODWORD_TRIALS: 'long' }),
  },
  {
    name: 'examples',
    does: 'the examples with Next and Nuxt, and such applications after `goodword init`, are built and clicked through',
    minutes: 5,
    run: () => runTests('examples', ['e2e/src/examples'], { GOODWORD_TRIALS: 'long' }),
  },
  {
    name: 'connections',
    does: 'the app for Zapier, the nodes for n8n and the tools for assistants run on these platforms, and squatch-js in a browser',
    minutes: 5,
    run: () =>
      runTests('connections', ['platform.db.test', 'platform.e2e.test'], { GOODWORD_TRIALS: 'long' }),
  },
  {
    name: 'million',
    does: 'no statement reads a tenant of a million referrals as a whole',
    minutes: 6,
    run: () => runTests('million', ['testing/checks/plans'], { GOODWORD_TEST_REFERRALS: REFERRALS }),
  },
  {
    name: 'review',
    does: 'fraud rules are tried on a million referrals, beside a scan of them, and ten thousand of them wait for staff',
    minutes: 15,
    run: () =>
      runTests('review', ['fraud-simulation/many-simulated', 'referrals/many-waiting'], {
        GOODWORD_TEST_REFERRALS: REFERRALS,
      }),
  },
  {
    name: 'clicks',
    does: `${CLICKS} clicks in twelve months make none dearer`,
    minutes: 5,
    run: () => runTests('clicks', ['store/clicks/many-clicks'], { GOODWORD_TEST_CLICKS: CLICKS }),
  },
  {
    name: 'statistics',
    does: 'a million referrals and ten million clicks make no figure dearer',
    minutes: 60,
    run: () => runTests('statistics', ['statistics/many-statistics'], { GOODWORD_TEST_REFERRALS: REFERRALS }),
  },
  {
    name: 'subscriptions',
    does: `the local gateway bills ${SUBSCRIPTIONS} subscriptions for a year`,
    minutes: 1,
    run: () =>
      runTests('subscriptions', ['billing/many-subscriptions'], {
        GOODWORD_TEST_SUBSCRIPTIONS: SUBSCRIPTIONS,
      }),
  },
  {
    name: 'node-24',
    does: 'npm test under Node 24',
    minutes: 6,
    run: () => suiteUnder('node-24', process.versions.node.startsWith('24.') ? process.execPath : null),
  },
  {
    name: 'newest-lts',
    does: 'npm test under the newest Node with long-term support',
    minutes: 6,
    run: () => suiteUnder('newest-lts', null),
  },
  {
    name: 'postgresql-15',
    does: 'every test with a database on PostgreSQL 15',
    minutes: 4,
    run: async () => {
      const programs = findOldestPostgresql()
      if (programs === null) return { notRun: 'it is not installed (apt-get install postgresql-15)' }
      const project = ['--project', 'database*', 'packages/']
      return runTests('postgresql-15', project, { GOODWORD_TEST_POSTGRES: programs })
    },
  },
  ...clusterNodes.map(
    (node): LongStep => ({
      name: `cluster-${node}`,
      does: `every test of a process on a Citus cluster, connected to a ${node}`,
      minutes: 25,
      run: () => runClusterTests(node),
    }),
  ),
]

async function suiteUnder(name: string, running: string | null) {
  const node = running ?? provideNode(name === 'node-24' ? 'node-runtime' : 'node-newest-lts')
  if (node === null) return { notRun: 'the registry has no such Node for this system' }
  return runSuite(name, node)
}
