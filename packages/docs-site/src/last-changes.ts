import { spawnSync } from 'node:child_process'

/**
 * When each file below some folders of a checkout was last changed, in milliseconds since 1970. Empty without the whole history of git,
 * such as in a release.
 */
export function lastChanges(root: string, folders: readonly string[]): ReadonlyMap<string, number> {
  const git = (...args: readonly string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    return status === 0 ? stdout : ''
  }
  const changes = new Map<string, number>()
  if (git('rev-parse', '--is-shallow-repository').trim() !== 'false') return changes
  const log = git('log', '--format=%x00%ct', '--name-only', '--relative', '--', ...folders)
  for (const commit of log.split('\0').slice(1)) {
    const [time, , ...files] = commit.trim().split('\n')
    for (const file of files) if (!changes.has(file)) changes.set(file, Number(time) * 1000)
  }
  return changes
}
