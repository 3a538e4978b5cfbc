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

/** The assumptions of the plan: everything but the sizes. */
export type Assumptions = {
  readonly tenants: number
  readonly referrals: number
  /** The number of years over which the referrals came, evenly. */
  readonly years: number
  /** How many times the average rate the busiest hour has. */
  readonly peak: number
  /** The part of the indexes that is in use, which has to be in memory. */
  readonly hot: number
  /** The part of a disk that is filled: the rest is for dead rows, the write-ahead log (WAL) and moves of shards. */
  readonly fill: number
  readonly standbys: number
  readonly backups: number
  /** One data node. */
  readonly nodeVcpus: number
  readonly nodeRamGb: number
  readonly nodeDiskGb: number
  /** The price per month, in one currency. */
  readonly vcpuPrice: number
  readonly ramPrice: number
  readonly diskPrice: number
  readonly backupPrice: number
}

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

export type PlannedTable = {
  readonly name: string
  readonly rowsPerReferral: number
  /** Null for rows that stay. */
  readonly days: number | null
  readonly rows: number
  readonly tableBytes: number
  readonly indexBytes: number
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
