import { spawnSync } from 'node:child_process'
import { root } from '../checks/steps.ts'

/** A Node that a folder of scripts/ locks, brought where it is missing; null where there is none for this system. */
export function provideNode(folder: string): string | null {
  const { status, stdout, error } = spawnSync(
    process.execPath,
    ['scripts/bootstrap/provide-node.mjs', folder],
    {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  if (error !== undefined) throw error
  if (status === 2) return null
  if (status !== 0) throw new Error(`the Node of scripts/${folder} could not be provided`)
  return stdout.trim()
}
