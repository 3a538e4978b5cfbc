import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ClusterNode,
  HOST,
  makeDataFolder,
  runProgram,
  SUPERUSER,
  startNode,
  userOfServers,
} from './cluster-node.ts'

/**
 * A streaming replica of a node that runs, which runs as well. The primary waits for it once `synchronous_standby_names` has
 * its name.
 */
export async function startStandby(
  programs: string,
  primary: ClusterNode,
  standby: ClusterNode,
): Promise<void> {
  const from = ['--host', HOST, '--port', `${primary.port}`, '--username', SUPERUSER]
  const slot = ['--create-slot', '--slot', slotOf(standby)]
  const to = ['--pgdata', standby.folder, '--write-recovery-conf', '--checkpoint', 'fast', '--no-sync']
  const user = await makeDataFolder(standby)
  await runProgram(join(programs, 'pg_basebackup'), [...from, ...slot, ...to], standby, user)
  await setPort(standby)
  // The last line of a name counts. A standby is known to its primary by the name of its cluster.
  await appendFile(join(standby.folder, 'postgresql.conf'), `cluster_name = '${slotOf(standby)}'\n`)
  await startNode(programs, standby)
}

/** The node whose server stopped gets another port. */
export async function setPort({ folder, port }: ClusterNode): Promise<void> {
  await appendFile(join(folder, 'postgresql.conf'), `port = '${port}'\n`)
}

/** Makes a standby a primary. Returns when it takes writes. */
export async function promoteStandby(programs: string, standby: ClusterNode): Promise<void> {
  const args = ['promote', '--pgdata', standby.folder, '--wait', '--timeout', '120', '--silent']
  await runProgram(join(programs, 'pg_ctl'), args, standby, await userOfServers())
}

/** The primary's name for a standby. */
export function slotOf({ name }: ClusterNode): string {
  return name.replaceAll('-', '_')
}
