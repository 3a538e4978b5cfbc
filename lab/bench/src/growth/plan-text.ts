import { markdownTable } from '@goodword/trials/laboratory/report/markdown-table'
import { threeFigures, wholeText } from '../report/cells.ts'
import { rowsPerReferral } from './other-rows.ts'
import type { Assumptions, MeasuredSizes, Plan } from './plan.ts'

const GB = 1e9
const SHARDS = 32

export function planText(sizes: MeasuredSizes, assumed: Assumptions, plan: Plan): string {
  return [introduction(sizes, assumed), tablesOf(plan), totalsOf(assumed, plan), costsOf(plan)].join('\n\n')
}

function introduction({ referrals }: MeasuredSizes, assumed: Assumptions): string {
  const { clicks, requests, receivers, payments, notifications } = rowsPerReferral
  return (
    `For ${wholeText(assumed.tenants)} tenants with ${wholeText(assumed.referrals)} referrals that came within ${assumed.years} years, ` +
    `from the sizes of ${wholeText(referrals)} referrals. Assumed for each referral: ${clicks} clicks, ${requests} writes with an ` +
    `Idempotency-Key, ${receivers} receiver of webhooks, and of a paying friend ${payments} payments and ${notifications} ` +
    'notifications that are stored.'
  )
}

function tablesOf({ tables, rows, tableBytes, indexBytes }: Plan): string {
  const lines = tables.map((it) => [
    it.name,
    threeFigures(it.rowsPerReferral),
    it.days === null ? '' : `${it.days} days`,
    wholeText(it.tableBytes / it.rows),
    wholeText(it.indexBytes / it.rows),
    wholeText(it.rows / 1e6),
    wholeText(it.tableBytes / GB),
    wholeText(it.indexBytes / GB),
  ])
  const sum = [
    'all',
    '',
    '',
    '',
    '',
    wholeText(rows / 1e6),
    wholeText(tableBytes / GB),
    wholeText(indexBytes / GB),
  ]
  const titles = [
    'table',
    'rows per referral',
    'kept',
    'bytes/row',
    'of indexes',
    'million rows',
    'GB',
    'GB of indexes',
  ]
  return markdownTable(titles, [...lines, sum])
}

function totalsOf(assumed: Assumptions, plan: Plan): string {
  const { nodeVcpus, nodeRamGb, nodeDiskGb, fill, hot, peak } = assumed
  return markdownTable(
    ['what is needed', ''],
    [
      [
        'referrals per second, on average and at the peak',
        `${threeFigures(plan.referralsPerSecond)} and ${threeFigures(plan.referralsPerSecond * peak)}`,
      ],
      [
        `data nodes with ${nodeVcpus} vCPU, ${nodeRamGb} GB of memory and ${wholeText(nodeDiskGb)} GB of disk, ${fill * 100} % filled`,
        `${plan.nodes}`,
      ],
      ['GB of a node', wholeText(plan.bytesPerNode / GB)],
      [`GB of indexes in use (${hot * 100} %) per node`, wholeText(plan.hotBytesPerNode / GB)],
      [`GB of each of ${SHARDS} shards`, wholeText((plan.tableBytes + plan.indexBytes) / SHARDS / GB)],
      ['GB of a compressed backup', wholeText(plan.backupBytes / GB)],
      ['hours for it in one stream, at the measured rate', wholeText(plan.backupHours)],
    ],
  )
}

function costsOf({ costs }: Plan): string {
  const sum = costs.reduce((total, it) => total + it.perMonth, 0)
  const lines = [...costs, { what: 'all', perMonth: sum }].map((it) => [it.what, wholeText(it.perMonth)])
  return markdownTable(['per month', 'money'], lines)
}
