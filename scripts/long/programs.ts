import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installDebianPackage, mayInstall } from '../checks/debian-packages.ts'
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

const POSTGRESQL = '/usr/lib/postgresql/15/bin'

/** The folder of Debian's PostgreSQL 15; null where it is not installed, and could not be without asking. */
export function providePostgres15(): string | null {
  if (!existsSync(join(POSTGRESQL, 'postgres')) && mayInstall()) installPostgres15()
  return existsSync(join(POSTGRESQL, 'postgres')) ? POSTGRESQL : null
}

function installPostgres15(): void {
  // Only its programs are wanted, and no server of its own beside ours.
  mkdirSync('/etc/postgresql-common/createcluster.d', { recursive: true })
  writeFileSync('/etc/postgresql-common/createcluster.d/none.conf', 'create_main_cluster = false\n')
  installDebianPackage('postgresql-15')
}
