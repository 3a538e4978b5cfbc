import { markdownTable } from '@goodword/trials/laboratory/report/markdown-table'
import { threeFigures, whole } from '../report/cells.ts'
import type { ComparedOperation } from './compare-operations.ts'
import type { ComparedStatement } from './compare-statements.ts'
import type { GiantStep } from './giant-tenant.ts'
import type { MeasuredIsolation } from './isolation.ts'
import type { ManyTenants } from './many-tenants.ts'
import type { StatementTime } from './statement-times.ts'

export function operationsText(operations: readonly ComparedOperation[]): string {
  return markdownTable(
    ['ms per call', 'plain', 'by the coordinator', 'times', 'by a worker', 'times'],
    operations.map(({ name, plain, coordinator, worker }) => [
      name,
      threeFigures(plain),
      threeFigures(coordinator),
      (coordinator / plain).toFixed(2),
      threeFigures(worker),
      (worker / plain).toFixed(2),
    ]),
  )
}

const MAX_STATEMENTS = 20

export function statementsText(statements: readonly ComparedStatement[]): string {
  const cells = (time: StatementTime | null) =>
    time === null ? ['', ''] : [threeFigures(time.planMs), threeFigures(time.runMs)]
  return markdownTable(
    ['ms per statement', 'plain: plan', 'run', 'coordinator: plan', 'run', 'worker: plan', 'run'],
    statements
      .filter((it) => it.coordinator !== null)
      .slice(0, MAX_STATEMENTS)
      .map(({ name, plain, coordinator, worker }) => [
        `\`${name}\``,
        ...cells(plain),
        ...cells(coordinator),
        ...cells(worker),
      ]),
  )
}

export function manyTenantsText({ tenants, rows }: ManyTenants): string {
  const cells = (work: ManyTenants['rows'][number]['work']) =>
    [0, 1, 2].flatMap((index) => {
      const node = work[index]
      return node === undefined ? ['', ''] : [whole(node.processorMs), whole(node.transactions)]
    })
  return markdownTable(
    [
      `${tenants} tenants`,
      'new users/s',
      'plain or coordinator: processor ms',
      'transactions',
      'worker 1: processor ms',
      'transactions',
      'worker 2: processor ms',
      'transactions',
    ],
    rows.map((it) => [it.name, whole(it.writesPerSecond), ...cells(it.work)]),
  )
}

export function giantText(steps: readonly GiantStep[]): string {
  return markdownTable(
    [
      'one tenant with',
      'MB of its shard',
      'bytes per referral',
      'attributions/s',
      'ms per look-up',
      'ms per page of 50',
    ],
    steps.map((it) => [
      `${whole(it.referrals)} referrals`,
      whole(it.shardBytes / 1e6),
      whole(it.shardBytes / it.referrals),
      whole(it.writesPerSecond),
      threeFigures(it.lookUpMs),
      threeFigures(it.pageMs),
    ]),
  )
}

export function isolationText({ shardBytes, ms, ofTenant, ofOther }: MeasuredIsolation): string {
  return markdownTable(
    ['isolating it', ''],
    [
      ['MB of its shard', whole(shardBytes / 1e6)],
      ['seconds', (ms / 1000).toFixed(1)],
      ['longest wait of a write of the tenant, seconds', (ofTenant.longestMs / 1000).toFixed(1)],
      [
        'longest wait of a write of a tenant in another shard, seconds',
        (ofOther.longestMs / 1000).toFixed(1),
      ],
      [
        'writes meanwhile, of the tenant and of the other',
        `${whole(ofTenant.count)} and ${whole(ofOther.count)}`,
      ],
    ],
  )
}
