import { expect, test } from 'vitest'
import { type Assumptions, type MeasuredSizes, planGrowth } from './plan.ts'

const sizes: MeasuredSizes = {
  referrals: 1000,
  tables: [
    { name: 'referral', rows: 1000, tableBytes: 200_000, indexBytes: 300_000 },
    { name: 'click', rows: 10_000, tableBytes: 1_000_000, indexBytes: 1_000_000 },
  ],
  backupBytes: 110_000,
  backupMs: 1100,
}
const assumed: Assumptions = {
  tenants: 10,
  referrals: 1_000_000_000,
  years: 4,
  peak: 10,
  hot: 0.5,
  fill: 0.5,
  standbys: 1,
  backups: 2,
  nodeVcpus: 10,
  nodeRamGb: 1000,
  nodeDiskGb: 1000,
  vcpuPrice: 10,
  ramPrice: 1,
  diskPrice: 0.1,
  backupPrice: 0.01,
}

test('what stays grows with all referrals, and what is deleted with those of its days', () => {
  const { tables, rows } = planGrowth(sizes, assumed)
  const [clicks, referrals] = tables
  // Of four years the clicks of 415 days are there.
  const times = 1_000_000 * (415 / (4 * 365))
  expect(clicks).toMatchObject({ name: 'click', rowsPerReferral: 10, days: 415 })
  expect(clicks?.rows).toBeCloseTo(10_000 * times, 0)
  expect(clicks?.tableBytes).toBeCloseTo(1_000_000 * times, 0)
  expect(referrals).toEqual({
    name: 'referral',
    rowsPerReferral: 1,
    days: null,
    rows: 1e9,
    tableBytes: 2e11,
    indexBytes: 3e11,
  })
  expect(rows).toBeCloseTo(1e9 + 10_000 * times, 0)
})

test('figures of each day grow with tenants and years', () => {
  const daily = { name: 'statistic_count', rows: 400, tableBytes: 40_000, indexBytes: 40_000 }
  const { tables } = planGrowth({ ...sizes, tables: [...sizes.tables, daily] }, assumed)
  expect(tables.find((it) => it.name === daily.name)).toMatchObject({
    rows: 400 * 10 * 4,
    tableBytes: 1_600_000,
  })
})

test('a table whose rows are kept for longer than the plan covers has each row once', () => {
  const [clicks] = planGrowth(sizes, { ...assumed, years: 1 }).tables
  expect(clicks?.rows).toBe(1e10)
})

test('there are as many nodes as disks or memory need, whichever is more', () => {
  const disks = planGrowth(sizes, assumed)
  expect(disks.nodes).toBe(Math.ceil((disks.tableBytes + disks.indexBytes) / 0.5e12))
  expect(disks.bytesPerNode * disks.nodes).toBeCloseTo(disks.tableBytes + disks.indexBytes, 0)
  const memory = planGrowth(sizes, { ...assumed, nodeRamGb: 10 })
  expect(memory.nodes).toBe(Math.ceil(memory.hotBytes / 7.5e9))
  expect(memory.nodes).toBeGreaterThan(disks.nodes)
})

test('costs follow from the prices and what is needed', () => {
  const { nodes, backupBytes, costs } = planGrowth(sizes, assumed)
  expect(costs).toEqual([
    { what: `${nodes} data nodes, each 2 times`, perMonth: nodes * 2 * 1200 },
    { what: 'the coordinator, 2 times', perMonth: 2 * 66 },
    { what: '2 web and 2 worker processes', perMonth: 4 * 26 },
    { what: '2 backups', perMonth: ((2 * backupBytes) / 1e9) * 0.01 },
  ])
})
