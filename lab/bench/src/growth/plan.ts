/** The size of a table in the filled database. */
export type TableSize = {
  readonly name: string
  readonly rows: number
  readonly tableBytes: number
  readonly indexBytes: number
}

/** The measured sizes of a database with so many referrals. */
export type MeasuredSizes = {
  readonly referrals: number
  readonly tables: readonly TableSize[]
  /** Size of the compressed backup, and how long it took. */
  readonly backupBytes: number
  readonly backupMs: number
}

/** The assumptions of the plan, which is everything but the sizes: the option of each, its value without it, and what it is. */
export const assumptions = {
  tenants: { flag: 'plan-tenants', value: 10_000, what: 'tenants to plan for' },
  referrals: { flag: 'plan-referrals', value: 1_000_000_000, what: 'their referrals together' },
  /** They come evenly. */
  years: { flag: 'years', value: 3, what: 'over how many years the referrals come' },
  peak: { flag: 'peak', value: 10, what: 'how many times the average rate the busiest hour has' },
  hot: { flag: 'hot', value: 0.1, what: 'the part of the indexes that is in use, and in memory' },
  /** The rest is for dead rows, the write-ahead log (WAL) and moves of shards. */
  fill: { flag: 'fill', value: 0.7, what: 'the part of a disk that is filled' },
  standbys: { flag: 'standbys', value: 1, what: 'standbys of each database node' },
  backups: { flag: 'backups', value: 7, what: 'backups that are kept' },
  nodeVcpus: { flag: 'node-vcpus', value: 8, what: 'processors of a data node' },
  nodeRamGb: { flag: 'node-ram', value: 64, what: 'its memory in GB' },
  nodeDiskGb: { flag: 'node-disk', value: 2000, what: 'its disk in GB' },
  /** Prices are in one currency. */
  vcpuPrice: { flag: 'price-vcpu', value: 20, what: 'price of a processor per month' },
  ramPrice: { flag: 'price-ram', value: 4, what: 'price of a GB of memory per month' },
  diskPrice: { flag: 'price-disk', value: 0.1, what: 'price of a GB of disk per month' },
  backupPrice: { flag: 'price-backup', value: 0.02, what: 'price of a GB of backups per month' },
} as const

export type Assumptions = Readonly<Record<keyof typeof assumptions, number>>

/** Tables whose rows are deleted, and after how many days on average; the others are kept. */
const keptDays: Readonly<Record<string, number>> = {
  // Their month is dropped when the last of them is 400 days old.
  click: 415,
  idempotent_request: 30,
  published_event: 30,
  webhook_attempt: 30,
  webhook_delivery: 30,
}

/** Tables with rows for each tenant and day; referrals are loaded over a year. */
const byTenantAndDay: ReadonlySet<string> = new Set(['statistic_count'])

/** The size of a table at the end of the plan. */
export type PlannedTable = TableSize & {
  readonly rowsPerReferral: number
  /** Null for rows that stay. */
  readonly days: number | null
}

export type Plan = {
  /** The largest first. */
  readonly tables: readonly PlannedTable[]
  readonly rows: number
  readonly tableBytes: number
  readonly indexBytes: number
  readonly hotBytes: number
  readonly referralsPerSecond: number
  readonly nodes: number
  readonly bytesPerNode: number
  readonly hotBytesPerNode: number
  /** One backup of all rows in the format of ours, and how long it takes at the measured rate. */
  readonly backupBytes: number
  readonly backupHours: number
  readonly costs: readonly Cost[]
}

export type Cost = { readonly what: string; readonly perMonth: number }

const GB = 1e9
const YEAR_DAYS = 365
/** The share of a node's memory that its caches of pages get. */
const CACHE = 0.75
/** Machines beside the data nodes, with their standby: the coordinator, two web processes and two workers. */
const COORDINATOR = { vcpus: 4, ramGb: 16, diskGb: 100 }
const SERVICE = { machines: 4, vcpus: 2, ramGb: 4, diskGb: 20 }

export function planGrowth(sizes: MeasuredSizes, assumed: Assumptions): Plan {
  const tables = sizes.tables
    .map((it) => plannedTable(it, sizes.referrals, assumed))
    .sort((a, b) => bytesOf(b) - bytesOf(a))
  const sum = (of: (table: PlannedTable) => number) => tables.reduce((total, it) => total + of(it), 0)
  const [tableBytes, indexBytes] = [sum((it) => it.tableBytes), sum((it) => it.indexBytes)]
  const hotBytes = indexBytes * assumed.hot
  const nodes = Math.max(
    Math.ceil((tableBytes + indexBytes) / (assumed.nodeDiskGb * GB * assumed.fill)),
    Math.ceil(hotBytes / (assumed.nodeRamGb * GB * CACHE)),
  )
  const factor = rowsFactor(sizes, tables)
  const backupBytes = sizes.backupBytes * factor
  return {
    tables,
    rows: sum((it) => it.rows),
    tableBytes,
    indexBytes,
    hotBytes,
    referralsPerSecond: assumed.referrals / (assumed.years * YEAR_DAYS * 86_400),
    nodes,
    bytesPerNode: (tableBytes + indexBytes) / nodes,
    hotBytesPerNode: hotBytes / nodes,
    backupBytes,
    backupHours: (sizes.backupMs * factor) / 3_600_000,
    costs: costsOf(nodes, backupBytes, assumed),
  }
}

/** Rows with a retention depend on the referrals per day, all others on the sum of referrals. */
function plannedTable(
  { name, rows, tableBytes, indexBytes }: TableSize,
  measuredReferrals: number,
  { referrals, years, tenants }: Assumptions,
): PlannedTable {
  const days = keptDays[name] ?? null
  const alive = days === null ? 1 : Math.min(1, days / (years * YEAR_DAYS))
  const times = byTenantAndDay.has(name) ? tenants * years : (referrals / measuredReferrals) * alive
  return {
    name,
    rowsPerReferral: rows / measuredReferrals,
    days,
    rows: rows * times,
    tableBytes: tableBytes * times,
    indexBytes: indexBytes * times,
  }
}

/** How many times the rows of the measured database there are. */
function rowsFactor({ tables }: MeasuredSizes, planned: readonly PlannedTable[]): number {
  const count = (rows: readonly { readonly rows: number }[]) => rows.reduce((sum, it) => sum + it.rows, 0)
  return count(planned) / count(tables)
}

function bytesOf({ tableBytes, indexBytes }: PlannedTable): number {
  return tableBytes + indexBytes
}

function costsOf(nodes: number, backupBytes: number, assumed: Assumptions): readonly Cost[] {
  const machine = (vcpus: number, ramGb: number, diskGb: number) =>
    vcpus * assumed.vcpuPrice + ramGb * assumed.ramPrice + diskGb * assumed.diskPrice
  const copies = 1 + assumed.standbys
  const { nodeVcpus, nodeRamGb, nodeDiskGb, backups } = assumed
  return [
    {
      what: `${nodes} data nodes, each ${copies} times`,
      perMonth: nodes * copies * machine(nodeVcpus, nodeRamGb, nodeDiskGb),
    },
    {
      what: `the coordinator, ${copies} times`,
      perMonth: copies * machine(COORDINATOR.vcpus, COORDINATOR.ramGb, COORDINATOR.diskGb),
    },
    {
      what: '2 web and 2 worker processes',
      perMonth: SERVICE.machines * machine(SERVICE.vcpus, SERVICE.ramGb, SERVICE.diskGb),
    },
    {
      what: `${backups} backups`,
      perMonth: ((backups * backupBytes) / GB) * assumed.backupPrice,
    },
  ]
}
