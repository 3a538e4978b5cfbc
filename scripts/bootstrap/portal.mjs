import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Builds the portal when it does not fit its sources. Without it the service still starts, and says so in its pages. */
export function ensurePortal(root, node) {
  const script = join(root, 'packages', 'portal', 'build.ts')
  if (!existsSync(script)) return
  // Its messages go to standard error: standard output belongs to the command.
  const { status } = spawnSync(node, [script, '--if-stale'], { stdio: ['ignore', 2, 'inherit'] })
  if (status !== 0) console.error('The portal could not be built. The service starts without it.')
}
