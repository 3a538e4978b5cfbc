import { long, type Part } from './part.ts'
import { filesLike } from './projects.ts'

const server = 'packages/server/src'
const MILLION = '1000000'

/** The trials that take long in their long form, in minutes; the others take a few. */
const minutesOfTrial: Readonly<Record<string, number>> = {
  crash: 15,
  imports: 15,
  'killed-deliveries': 20,
  processor: 30,
  soak: 22,
  sweeps: 30,
  upgrade: 4,
}

/** Trials that have no short form. */
const longTrials = ['soak', 'upgrade/upgrade', 'bills/three-years'].map(
  (it) => `lab/trials/src/${it}.db.test.ts`,
)
/** They install platforms of others, hundreds of megabytes under terms of their own. */
const platforms = [
  'packages/{cli,zapier,n8n-nodes-goodword}/src/**/*-platform.db.test.ts',
  'e2e/src/**/*-platform.e2e.test.ts',
]

/** The parts that run when they are named, or with `--long`. */
export const longParts: readonly Part[] = [
  ...filesLike(['lab/trials/src/**/*.db.test.ts']).map(longTrial),
  {
    name: 'many-properties',
    does: 'each property of the service 1500 times, the slowest less often',
    minutes: 60,
    again: ['{packages,gateways}/**/*.test.ts'],
    containing: /\bpropertyRuns\(/,
    environment: { GOODWORD_TEST_RUNS: '1500' },
    after: [],
  },
  {
    name: 'cluster-faults',
    does: 'nodes of a Citus cluster fail, hang and change under load',
    minutes: 25,
    projects: ['cluster-trials'],
    files: ['lab/trials/src/cluster/*.cluster.test.ts'],
    environment: long,
    needs: 'citus',
    after: [`${server}/engine/cluster/**`],
  },
  ...(['coordinator', 'worker'] as const).map(
    (node): Part => ({
      name: `cluster-${node}`,
      does: `every test of a process on a Citus cluster, connected to a ${node}`,
      minutes: 25,
      // The checks of statements look at the same plans whichever node the service is connected to.
      projects: node === 'coordinator' ? ['cluster', 'cluster-statements'] : ['cluster'],
      again: [`${server}/**/*.test.ts`],
      // A session that is connected to a worker sends nothing to other nodes for tenants whose rows are on that worker.
      without: node === 'worker' ? [`${server}/engine/cluster/one-phase-commit.cluster.test.ts`] : [],
      environment: { GOODWORD_TEST_CLUSTER_NODE: node },
      needs: 'citus',
      after: [`${server}/engine/cluster/**`],
    }),
  ),
  {
    name: 'connections',
    does: 'the app for Zapier, the nodes for n8n and the tools for assistants on these platforms, squatch-js in a browser',
    minutes: 5,
    files: platforms,
    environment: long,
    after: ['packages/{zapier,n8n-nodes-goodword,mcp}/**', `${server}/pages/legacy/**`],
  },
  {
    name: 'million',
    does: 'no statement reads a tenant of a million referrals as a whole',
    minutes: 6,
    again: [`${server}/testing/checks/plans.db.test.ts`],
    environment: { GOODWORD_TEST_REFERRALS: MILLION },
    after: [],
  },
  {
    name: 'review',
    does: 'fraud rules are tried on a million referrals, beside a scan of them, and ten thousand of them wait for staff',
    minutes: 15,
    again: [`${server}/**/many-{simulated,waiting}.db.test.ts`],
    environment: { GOODWORD_TEST_REFERRALS: MILLION },
    after: [`${server}/reporting/fraud-simulation/**`],
  },
  {
    name: 'clicks',
    does: 'ten million clicks in twelve months make none dearer',
    minutes: 5,
    again: [`${server}/referring/clicks/rows/many-clicks.db.test.ts`],
    environment: { GOODWORD_TEST_CLICKS: '10000000' },
    after: [`${server}/referring/clicks/**`],
  },
  {
    name: 'statistics',
    does: 'a million referrals and ten million clicks make no figure dearer',
    minutes: 60,
    again: [`${server}/reporting/statistics/many-statistics.db.test.ts`],
    environment: { GOODWORD_TEST_REFERRALS: MILLION },
    after: [`${server}/reporting/statistics/**`],
  },
  {
    name: 'subscriptions',
    does: 'the local gateway bills a thousand subscriptions for a year',
    minutes: 1,
    again: ['gateways/braintree/src/resources/billing/many-subscriptions.sdk.test.ts'],
    environment: { GOODWORD_TEST_SUBSCRIPTIONS: '1000' },
    after: ['gateways/braintree/**'],
  },
  {
    name: 'newest-lts',
    does: '`npm test` under the newest Node with long-term support',
    minutes: 8,
    needs: 'newest-node',
    after: ['scripts/node-newest-lts/**'],
  },
]

/** A trial in its long form; `crash` is `lab/trials/src/crash/crash.db.test.ts`. */
function longTrial(file: string): Part {
  const name = /([^/]+)[.]db[.]test[.]ts$/.exec(file)?.[1] ?? file
  return {
    name,
    does: `${file} in its long form`,
    minutes: minutesOfTrial[name] ?? 3,
    ...(longTrials.includes(file) ? { files: [file] } : { again: [file] }),
    environment: long,
    after: [],
  }
}
