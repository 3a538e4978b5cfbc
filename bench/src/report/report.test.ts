import { expect, test } from 'vitest'
import type { Outcome } from '../run.ts'
import type { Result } from '../states.ts'
import { jsonReport } from './json.ts'
import { markdownReport } from './markdown.ts'
import { tableReport } from './table.ts'

const machine = {
  day: '2026-11-21',
  processor: 'Processor',
  cores: 2,
  memoryGb: 24,
  system: 'linux x64',
  node: '24.21.0',
  postgres: '18.4',
}

const small: Result = {
  scenario: 'attribution',
  state: '10,000 accounts',
  perSecond: 6123.456,
  p50Ms: 4.5678,
  p99Ms: 12.3456,
  residentMb: 210.04,
  databaseMb: 300.4,
  ceilingPerSecond: 12_246.9,
  ratio: 0.5,
  bareInsertsPerSecond: 15_308.64,
  bareInsertRatio: 0.4,
  onOldest: null,
  perTransaction: 15.96,
}
const large: Result = { ...small, state: '1,000,000 referrals', ratio: 0.475, databaseMb: null }
const outcome: Outcome = { machine, results: [small, large], plans: [] }

test('the report gives programs one array with the same fields for each figure', () => {
  expect(JSON.parse(jsonReport([small, large]))).toEqual([
    {
      name: 'attribution at 10,000 accounts',
      perSecond: 6123.5,
      p50Ms: 4.57,
      p99Ms: 12.35,
      residentMb: 210,
      ceilingPerSecond: 12246.9,
      ratio: 0.5,
      bareInsertRatio: 0.4,
      oldestPerSecond: null,
      oldestRatio: null,
    },
    expect.objectContaining({ name: 'attribution at 1,000,000 referrals', ratio: 0.475 }),
  ])
})

test('the report says beside each ratio how much of the first one of its kind it is', () => {
  const [, , , first, second] = markdownReport(outcome).split('\n').slice(1)
  expect(first).toBe(
    '| attribution | 10,000 accounts | 6,123 | 5,000 | 4.6 | 12.3 | 210 | 300 | 12,247 | 0.50 |  | 15,309 | 0.40 | 16.0 |',
  )
  expect(second).toContain('| 0.47 | 95 % | 15,309 | 0.40 | 16.0 |')
})

test('the report names the day, the machine and the peer', () => {
  const text = markdownReport(outcome)
  expect(text).toContain('Measured on 2026-11-21; 2 cores of Processor, 24 GB of memory')
  expect(text).toContain('| attribution (sign-up) | 191–224 |')
})

test('the report aligns its columns for a terminal', () => {
  const lines = tableReport(outcome).split('\n').slice(2)
  const ends = lines.map((line) => line.length)
  expect(new Set(ends).size).toBe(1)
})

test('the report shows the figures of the oldest PostgreSQL beside, where it was measured', () => {
  const { onOldest: _none, state: _state, ...measured } = small
  const onOldest = { ...measured, perSecond: 5000.4, ratio: 0.41, bareInsertRatio: 0.33 }
  const text = markdownReport({
    ...outcome,
    machine: { ...machine, oldestPostgres: '15.14' },
    results: [{ ...small, onOldest }],
  })
  expect(text).toContain('PostgreSQL 18.4 and, as the oldest, 15.14')
  expect(text).toContain('| 16.0 | 5,000 | 12.3 | 0.41 | 0.33 |')
})
