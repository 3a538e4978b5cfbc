import { expect, test } from 'vitest'
import type { ClusterState } from '../../../engine/cluster/cluster-state.ts'
import { clusterChecks } from './cluster-checks.ts'

const MIB = 2 ** 20
const whole: ClusterState = {
  isCoordinator: true,
  unreachable: [],
  notDistributed: [],
  nodes: [
    { node: 'one:5432', tenants: 3, rows: 1000, bytes: 300 * MIB },
    { node: 'two:5432', tenants: 1, rows: 900, bytes: 250 * MIB },
  ],
}

test('a cluster that is whole and even is fine', () => {
  expect(clusterChecks(whole)).toEqual([
    { name: 'cluster nodes', ok: true, message: 'The coordinator and 2 nodes with tenants respond.' },
    { name: 'distributed tables', ok: true, message: 'Every table is distributed.' },
    {
      name: 'balance of nodes',
      ok: true,
      message:
        'one:5432 has 3 tenants, about 1000 rows and 300.0 MB; two:5432 has 1 tenant, about 900 rows and 250.0 MB.',
    },
  ])
})

test('a node that does not respond is named, and nothing is said about balance', () => {
  const [nodes, ...others] = clusterChecks({ ...whole, unreachable: ['two:5432'], nodes: [] })
  expect(nodes).toMatchObject({ name: 'cluster nodes', ok: false })
  expect(nodes?.message).toContain('reaches two:5432')
  expect(others.map((it) => it.name)).toEqual(['distributed tables'])
})

test('a connection to a worker, and tables on the coordinator alone, are reported with what to do', () => {
  const [nodes, tables] = clusterChecks({ ...whole, isCoordinator: false, notDistributed: ['stray'] })
  expect(nodes).toMatchObject({ ok: false, message: expect.stringContaining('DATABASE_OWNER_URL') })
  expect(tables).toMatchObject({
    ok: false,
    message: expect.stringContaining('stray lie on the coordinator'),
  })
})

test('a node with far more than the others is no fault, and comes with advice; a small cluster has none', () => {
  const skewed = (factor: number) => [
    { node: 'one:5432', tenants: 2, rows: 9000, bytes: 900 * factor * MIB },
    { node: 'two:5432', tenants: 2, rows: 1000, bytes: 100 * factor * MIB },
  ]
  const balanceOf = (factor: number) => clusterChecks({ ...whole, nodes: skewed(factor) }).at(-1)
  expect(balanceOf(1)).toMatchObject({
    ok: true,
    advice: true,
    message: expect.stringContaining('one:5432 has 1.8 times the average. Rebalance the shards'),
  })
  expect(balanceOf(0.01)).not.toHaveProperty('advice')
})
