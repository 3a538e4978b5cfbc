import { long, type Part } from './part.ts'

const server = 'packages/server/src'

/** The parts that `npm run test:all` runs, in this order. */
export const shortParts: readonly Part[] = [
  {
    name: 'properties',
    does: 'each property of `npm test` with other random cases in every run',
    minutes: 6,
    again: ['packages/**/*.test.ts'],
    containing: /'fast-check'|\bpropertyRuns\(/,
    after: ['packages/domain/src/**'],
  },
  {
    name: 'bills',
    does: 'further stories of bills: months that are counted, twelve months, milestones, replaced customers, currencies, outages, other programs, two processors, rehearsals that are repeated; example years and forecasts beside what comes',
    minutes: 5,
    files: [
      'packages/domain/src/program/program-forecast-accuracy.test.ts',
      `${server}/stories/bills/{counted-months,example-years,milestones,replaced-customers,stripe-prices,stripe-example-years,stripe-twelve-months,ten-rehearsals,twelve-months,currencies,outages,other-programs,same-card,two-processors}.db.test.ts`,
    ],
    after: [
      `${server}/operations/billing/**`,
      `${server}/connectors/**`,
      'packages/domain/src/{bills,payments,program,rewards}/**',
    ],
  },
  {
    name: 'simulators',
    does: 'the local gateways by themselves, under the official SDKs for Node',
    minutes: 3,
    files: [
      'packages/{sandbox,braintree-sandbox,stripe-sandbox}/src/**/*.{sdk,slow}.test.ts',
      'examples/shop/src/**/*.sdk.test.ts',
    ],
    after: ['packages/{sandbox,braintree-sandbox,stripe-sandbox}/**', 'examples/shop/**'],
  },
  {
    name: 'python-sdk',
    does: 'the local Braintree under the official SDK for Python',
    minutes: 1,
    files: ['packages/braintree-sandbox/src/**/*.python.test.ts'],
    projects: ['python'],
    needs: 'python-sdk',
    after: ['packages/{sandbox,braintree-sandbox}/**'],
  },
  {
    name: 'statements',
    does: 'each statement planned in every state of a database',
    minutes: 1,
    again: [`${server}/testing/checks/plans.db.test.ts`],
    after: [`${server}/store/**`, 'packages/server/migrations/**'],
  },
  {
    name: 'scale',
    does: 'thousands of tenants, clicks, deliveries and referrals make no request dearer',
    minutes: 2,
    files: [
      `${server}/jobs/ten-thousand-tenants.db.test.ts`,
      `${server}/**/many-{clicks,deliveries,statistics,simulated,waiting}.db.test.ts`,
    ],
    after: [`${server}/{store,jobs}/**`, 'packages/server/migrations/**'],
  },
  {
    name: 'trials',
    does: 'services that are killed, overloaded, cut off and out of space, in their short forms',
    minutes: 8,
    files: ['trials/src/**/*.{db,slow}.test.ts'],
    after: ['trials/**', `${server}/{jobs,store/driver,start,http/limits}/**`],
  },
  {
    name: 'start',
    does: 'further forms of `npm start`, and the bootstrap of packages',
    minutes: 2,
    files: [
      'scripts/bootstrap.slow.test.ts',
      `${server}/start/demo/{start-demo-forms,start-sample-year}.db.test.ts`,
      `${server}/start/secret-key-rotation.db.test.ts`,
      `${server}/start/portal/portal-build.slow.test.ts`,
    ],
    after: ['scripts/bootstrap/**', 'scripts/bootstrap.mjs', `${server}/start/**`],
  },
  {
    name: 'guides',
    does: 'the commands of every guide, and what they show',
    minutes: 2,
    files: [`${server}/guides.db.test.ts`, `${server}/guide-receivers.slow.test.ts`],
    after: ['docs/guides/**', 'examples/**'],
  },
  {
    name: 'docs-site',
    does: 'the documentation site is built, and its pages are opened',
    minutes: 1,
    files: ['e2e/src/docs/*.e2e.test.ts', `${server}/http/docs/docs.slow.test.ts`],
    after: ['docs/**', 'packages/docs-site/**'],
  },
  {
    name: 'browser',
    does: 'further stories in Chromium: each page in both themes at both widths, states of the widget, the shop',
    minutes: 6,
    files: [
      'e2e/src/packages/*.e2e.test.ts',
      'e2e/src/portal/{account,assistants,bills,failing-move,files,fraud-simulation,home,install,lists}.e2e.test.ts',
      'e2e/src/portal/{page-states,processor,recent-sign-in,search,shell,test-clock,webhooks}.e2e.test.ts',
      'e2e/src/script/{address-code,cookie-life,crowd,former-script,guides,layout-shift}.e2e.test.ts',
      'e2e/src/script/{lazy-widget,page-look,queue,welcome}.e2e.test.ts',
      'e2e/src/shop/*.e2e.test.ts',
      'e2e/src/widget/{guide,looks,progress,sharing,states,wire-size}.e2e.test.ts',
    ],
    // Those of `npm test` look at more here: each width and theme, and accessibility along each story.
    again: ['e2e/src/{mails,page,portal,script,widget}/**/*.e2e.test.ts'],
    environment: long,
    after: ['packages/{portal,widget,client-script,browser,react,vue}/**', 'examples/shop/**'],
  },
  {
    name: 'languages',
    does: 'the clients for Python, PHP and Ruby are packed, installed and called',
    minutes: 2,
    files: [
      'packages/languages/src/**/*.{db,slow}.test.ts',
      'scripts/release/language-packages.slow.test.ts',
    ],
    needs: 'languages',
    after: ['packages/languages/**', 'packages/contract/src/**'],
  },
  {
    name: 'examples',
    does: 'the examples with Vite, Next and Nuxt, such applications after `goodword init`, and a first integration',
    minutes: 6,
    files: ['e2e/src/examples/*.e2e.test.ts', 'packages/cli/src/first-integration.db.test.ts'],
    environment: long,
    after: ['examples/**', 'packages/{browser,react,vue,cli}/**'],
  },
  {
    name: 'release',
    does: 'a release is made twice and compared, its tarball is started, and the guide for systemd is followed',
    minutes: 6,
    files: [
      'scripts/release.db.test.ts',
      'trials/src/upgrade/upgrade-guide.db.test.ts',
      `${server}/upgrade.db.test.ts`,
      `${server}/start/systemd-guide.sdk.test.ts`,
    ],
    environment: long,
    after: ['scripts/release/**', 'scripts/{release,pack}.ts', 'deploy/**', 'packages/*/build.ts'],
  },
  {
    name: 'checks',
    does: 'the checks of the tree find what is planted for them',
    minutes: 1,
    files: ['scripts/checks/*.slow.test.ts'],
    after: ['scripts/checks/**'],
  },
  {
    name: 'postgresql-15',
    does: 'every test with a database on the oldest supported PostgreSQL',
    minutes: 10,
    projects: ['database', 'database-alone', 'database-statements'],
    again: ['packages/**/*.db.test.ts'],
    needs: 'postgresql-15',
    after: [`${server}/store/**`, 'packages/server/migrations/**'],
  },
  {
    name: 'cluster',
    does: 'what differs on a Citus cluster of a coordinator and two workers',
    minutes: 6,
    projects: ['cluster', 'cluster-statements'],
    files: [`${server}/**/*.cluster.test.ts`],
    // It grows from one node to three as after `cluster distribute`.
    without: [`${server}/store/cluster/first-node.cluster.test.ts`],
    again: [
      `${server}/store/driver/{tenant-tx,rows,row-insert,pipeline}.db.test.ts`,
      `${server}/store/{jobs/job-candidates,schema/service-login}.db.test.ts`,
    ],
    needs: 'citus',
    after: [`${server}/store/**`, 'packages/server/migrations/**'],
  },
]
