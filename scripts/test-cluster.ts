import { clusterNotRun } from './checks/citus.ts'
import { clusterNodes, runClusterTests } from './long/cluster-tests.ts'

/**
 * `npm run test:cluster`: the database tests on a Citus cluster, first connected to its coordinator, then to a worker.
 * `npm run test:cluster -- <part of a path> …` runs some of them. Ends with the counts of both, as `npm test` does.
 */
const parts = process.argv.slice(2)
let passed = 0
let failed = 0
const ends: string[] = []
for (const node of clusterNodes) {
  console.log(`\n── connected to a ${node} ──`)
  const outcome = await runClusterTests(node, parts)
  if ('notRun' in outcome) {
    ends.push(clusterNotRun(outcome.notRun))
    break
  }
  ends.push(`connected to a ${node}: ${outcome.passed} passed, ${outcome.failed} failed`)
  passed += outcome.passed
  failed += outcome.failed
}
console.log(`\n${ends.join('\n')}\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
