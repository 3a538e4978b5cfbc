import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Whether a package of Debian's could be installed for this run without asking: as root, on a machine that is made for the
 * run and thrown away after it.
 */
export function mayInstall(): boolean {
  return process.env.CI === 'true' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Whether it worked shows in what is there afterwards. */
export function installDebianPackages(...names: readonly string[]): void {
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  spawnSync('apt-get', ['update'], options)
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', ...names], options)
}
