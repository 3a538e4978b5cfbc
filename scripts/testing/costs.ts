import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../checks/steps.ts'
import costs from './costs.json' with { type: 'json' }
import { costName } from './lanes.ts'
import { processorSeconds } from './process-tree.ts'
import type { FileReport, RunReport } from './run-report.ts'

/** Processor-seconds of `npm test` on two quiet processors. It may only be lowered. */
export const MAX_TEST_COST = 800
/** Processor-seconds of a test file. */
export const MAX_FILE_COST = 6
/** On a busy machine the same work takes more processor-seconds, up to twice as many. */
const BUSY = 2
/** Cheaper files are not recorded. */
const MIN_RECORDED = 0.5

/** Why a file may take more than `MAX_FILE_COST`. An entry that is no longer needed fails the check. */
export const dearFiles: Readonly<Record<string, string>> = {
  'browser e2e/src/portal/first-day/first-day.e2e.test.ts':
    'a merchant’s first day, from the first start to the first bill',
  'browser e2e/src/portal/money.e2e.test.ts': 'credits, bills and rewards in a browser',
  'browser e2e/src/portal/pages.e2e.test.ts': 'opens every page of the portal, with axe',
  'browser e2e/src/portal/people.e2e.test.ts': 'lists, searches and erases people in a browser',
  'browser e2e/src/portal/program.e2e.test.ts': 'the form with the most fields, its simulator and its drafts',
  'browser e2e/src/portal/review.e2e.test.ts':
    'decides about referrals of every kind, alone and several at once',
  'browser e2e/src/portal/roles.e2e.test.ts': 'signs in as each role and opens every page',
  'browser e2e/src/portal/session.e2e.test.ts': 'sessions that end, in several tabs',
  'browser e2e/src/portal/settings.e2e.test.ts':
    'invitations, a domain with its record, and the erasure of test data in a browser',
  'browser e2e/src/portal/sign-in.e2e.test.ts': 'every way to sign in, with a second factor and passkeys',
  'browser e2e/src/script/cookie.e2e.test.ts':
    'cookies of share links on every kind of page, with and without consent',
  'browser e2e/src/script/popup.e2e.test.ts': 'opens the widget on pages of many kinds',
  'browser e2e/src/widget/use.e2e.test.ts': 'all that a referrer does in the widget',
  'database packages/server/src/routes/every-caller.db.test.ts':
    'calls every operation as every kind of caller',
  'database packages/server/src/routes/generated-requests.db.test.ts':
    'sends valid, borderline and invalid requests to every endpoint',
  'database packages/server/src/billing/notifications/web/gateway-notifications.db.test.ts':
    'a quarter at a gateway that repeats, reorders and loses notifications',
  'database packages/server/src/routes/repeated-writes.db.test.ts': 'repeats every write at two processes',
  'database packages/server/src/administration/secret-keys/rotate-secret-key.db.test.ts':
    'encrypts every kind of secret under another key',
  'database packages/server/src/billing/reconciliation/counted-bills.db.test.ts':
    'a year of bills for each rhythm',
  'database packages/server/src/billing/reconciliation/drafts.db.test.ts':
    'drafts of bills at the local Stripe',
  'database packages/server/src/billing/reconciliation/own-writes/own-writes.db.test.ts':
    'two days of discounts that someone else changes back',
  'database packages/server/src/billing/reconciliation/referrer-bills.db.test.ts':
    'months of bills with many friends',
  'database packages/server/src/files/exports/run-exports.db.test.ts':
    'exports of ten thousand people, cut off and resumed',
  'database packages/server/src/stories/bills/stripe-shared-payments.db.test.ts':
    'a year of shares of payments at the local Stripe, in full and with refunds',
  'database packages/server/src/stories/bills/stripe-three-months.db.test.ts':
    'five months of bills at the local Stripe, hour by hour',
  'database packages/server/src/stories/bills/three-months.db.test.ts':
    'five months of bills at the local Braintree, hour by hour',
  'database-alone packages/server/src/cli/database/backup.db.test.ts':
    'backups of whole databases, also while they are written to',
  'database-alone packages/server/src/logged-secrets.db.test.ts':
    'sends every kind of secret and looks for it in whole logs',
  'database-alone packages/server/src/main.db.test.ts':
    'starts the service as a process for each of its settings',
  'database-alone packages/server/src/main.embedded.db.test.ts':
    'a first and a second start with nothing set',
  'database-alone packages/server/src/secrets-at-rest.db.test.ts':
    'stores every kind of secret and looks for it in whole dumps',
  'database-statements packages/server/src/testing/checks/plans.db.test.ts':
    'plans each of 1,350 statements in three databases',
  'sdk packages/server/src/connectors/stripe/stripe.sdk.test.ts':
    'the connector with the official SDK at the local Stripe',
  'steps packages/server/src/routes/linear-input.steps.test.ts':
    'counts the steps of every parser of input, twice',
}

/** Files without a reason, and runs, that cost far more than they may, whatever else the machine did and however slow it is. */
export function findExcess(
  files: readonly FileReport[],
  sum: number,
  recorded: Readonly<Record<string, number>> = costs.files,
): readonly string[] {
  const room = BUSY * slownessOf(files, recorded)
  const dear = files.filter((it) => it.cpuSeconds > room * MAX_FILE_COST && !(costName(it) in dearFiles))
  return [
    ...dear.map((it) => `the cost of ${it.path} (${it.cpuSeconds.toFixed(1)} CPU s)`),
    ...(sum > room * MAX_TEST_COST ? [`the cost of the run (${sum.toFixed(0)} CPU s)`] : []),
  ]
}

/** How many times what was recorded the files took in the middle, at least once: on a slower processor all take longer. */
function slownessOf(files: readonly FileReport[], recorded: Readonly<Record<string, number>>): number {
  const ratios = files
    .map((it) => it.cpuSeconds / (recorded[costName(it)] ?? Number.NaN))
    .filter((it) => Number.isFinite(it))
    .toSorted((one, other) => one - other)
  return Math.max(1, ratios[Math.floor(ratios.length / 2)] ?? 1)
}

/**
 * The processor-seconds of a run: of its lanes, and of what it did beside them, which is what the system counts for this process
 * and not for them.
 */
export function sumOfRun(lanes: readonly (RunReport | null)[]): number {
  const sumOfLanes = (field: 'cpuSeconds' | 'countedSeconds'): number =>
    lanes.reduce((sum, it) => sum + (it?.[field] ?? 0), 0)
  const beside = (processorSeconds() ?? 0) - sumOfLanes('countedSeconds')
  return sumOfLanes('cpuSeconds') + Math.max(0, beside)
}

/** The dearest files, the sum by project, and that of the run. */
export function costSummary(files: readonly FileReport[], sum: number): string {
  if (sum === 0) return 'What the files cost is not measured on this system, which has no /proc.'
  const dearest = files.toSorted((one, other) => other.cpuSeconds - one.cpuSeconds).slice(0, 10)
  const byProject = Map.groupBy(files, (it) => it.project)
  const projects = [...byProject].map(([name, its]) => `${name} ${sumOf(its).toFixed(0)}`)
  const rest = sum - sumOf(files)
  return [
    'The dearest test files, in CPU seconds:',
    ...dearest.map((it) => `${it.cpuSeconds.toFixed(1).padStart(7)}  ${it.path}`),
    `${projects.join(', ')}; checks of the tree, bundles and loading ${rest.toFixed(0)}`,
    `${sum.toFixed(0)} CPU s of ${MAX_TEST_COST}`,
  ].join('\n')
}

/** Writes down what each file took: by it the next runs fill their lanes, and the check holds files to their limit. */
export function recordCosts(files: readonly FileReport[]): void {
  const costs = files
    .filter((it) => it.cpuSeconds >= MIN_RECORDED)
    .map((it) => [costName(it), Number(it.cpuSeconds.toFixed(1))] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const record = { files: Object.fromEntries(costs) }
  writeFileSync(join(root, 'scripts/testing/costs.json'), `${JSON.stringify(record, null, 2)}\n`)
}

function sumOf(files: readonly FileReport[]): number {
  return files.reduce((sum, it) => sum + it.cpuSeconds, 0)
}
