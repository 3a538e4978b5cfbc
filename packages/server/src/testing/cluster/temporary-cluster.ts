import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, startCluster, stopCluster } from './citus-cluster.ts'
import type { CitusOrigin } from './find-citus.ts'

type StartedCluster = { readonly cluster: Cluster; readonly stop: () => Promise<void> }

/** Starts a new cluster; `stop` removes it, and so does the end of this process. */
export async function startTemporaryCluster(
  origin: CitusOrigin,
  settings: Readonly<Record<string, string>>,
): Promise<StartedCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'goodword-cluster-'))
  // As root the servers run as another user.
  await chmod(folder, 0o711)
  const guard = guardOf(folder)
  const remove = async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 50 })
    await guard.dismiss()
  }
  try {
    const cluster = await startCluster(origin, folder, { settings })
    return {
      cluster,
      async stop() {
        await stopCluster(cluster)
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

// The input of the shell ends when this process does, also by a signal that no code of it sees.
const guardScript = `
read -r removed && exit
for file in "$1"/nodes-*/*/postmaster.pid; do
  pid=$(head -n 1 "$file") || continue
  kill -QUIT "$pid"
  while kill -0 "$pid"; do sleep 0.1; done
done
rm -rf "$1"
`

function guardOf(folder: string): { readonly dismiss: () => Promise<void> } {
  const child = spawn('/bin/sh', ['-c', guardScript, 'guard', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A group of its own: a signal to the group of this process must not end it.
    detached: true,
  })
  const ended = once(child, 'exit')
  child.unref()
  return {
    async dismiss() {
      child.ref()
      child.stdin.end('removed\n')
      await ended
    },
  }
}
