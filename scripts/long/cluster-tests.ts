import { provideCitus } from '../checks/citus.ts'
import { temporaryFiles } from '../checks/ram-folder.ts'
import type { Outcome } from './outcome.ts'
import { runTests } from './run-tests.ts'

/** The nodes that a service may be connected to. */
export const clusterNodes = ['coordinator', 'worker'] as const
export type ClusterNode = (typeof clusterNodes)[number]

/** Runs every test that works in its own process on a Citus cluster; only those with one of `parts` in their path, if there are any. */
export async function runClusterTests(node: ClusterNode, parts: readonly string[] = []): Promise<Outcome> {
  const citus = provideCitus()
  if ('notRun' in citus) return citus
  const environment = { ...temporaryFiles(), ...citus, GOODWORD_TEST_CLUSTER_NODE: node }
  // The checks of statements look at the same plans whichever node the service is connected to.
  const projects = node === 'coordinator' ? ['cluster', 'cluster-statements'] : ['cluster']
  const args = [...projects.flatMap((it) => ['--project', it]), ...parts]
  return runTests(`cluster-${node}`, args, environment, [])
}
