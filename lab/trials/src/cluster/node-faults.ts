import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type ClusterNode, pidOf } from '@goodword/server/testing/cluster/cluster-node'

/** Ends every process of a node's server, as a power failure does. */
export async function killNode(node: ClusterNode): Promise<void> {
  await signalNode(node, 'SIGKILL')
}

/** Every process of the server stops where it is; its connections stay open. */
export async function hangNode(node: ClusterNode): Promise<void> {
  await signalNode(node, 'SIGSTOP')
}

export async function resumeNode(node: ClusterNode): Promise<void> {
  await signalNode(node, 'SIGCONT')
}

async function signalNode(node: ClusterNode, signal: NodeJS.Signals): Promise<void> {
  const postmaster = await pidOf(node)
  if (postmaster === null) return
  // First the one that starts the others.
  send(postmaster, signal)
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', `${postmaster}`]).catch(() => ({
    stdout: '',
  }))
  for (const pid of stdout.split('\n').map(Number)) if (pid > 0) send(pid, signal)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended meanwhile.
  }
}
