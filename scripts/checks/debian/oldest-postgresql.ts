import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installDebianPackages, mayInstall } from './debian-packages.ts'

const OLDEST = '15'
const DEBIAN_FOLDER = `/usr/lib/postgresql/${OLDEST}/bin`

export const oldestNotRun = `not run: the database tests on PostgreSQL ${OLDEST}, because it is not installed (apt-get install postgresql-${OLDEST}, or GOODWORD_TEST_POSTGRES names the folder of its programs)`

/**
 * The folder of the programs of the oldest supported PostgreSQL: the one that GOODWORD_TEST_POSTGRES names, else where
 * Debian has it or `pg_config` says. Null where it is not installed, and could not be without asking.
 */
export function findOldestPostgresql(): string | null {
  const named = process.env.GOODWORD_TEST_POSTGRES
  if (named !== undefined && named !== '') return named
  return findInstalled() ?? install()
}

function findInstalled(): string | null {
  const { stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const folders = [DEBIAN_FOLDER, (stdout ?? '').trim()]
  return folders.find((it) => it !== '' && isOldest(it)) ?? null
}

function isOldest(folder: string): boolean {
  // The folder may be there with programs of a client alone.
  if (!existsSync(join(folder, 'initdb'))) return false
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return new RegExp(`\\) ${OLDEST}\\.`).test(stdout ?? '')
}

function install(): string | null {
  if (!mayInstall()) return null
  // Only its programs are wanted, and no server of its own beside ours.
  mkdirSync('/etc/postgresql-common/createcluster.d', { recursive: true })
  writeFileSync('/etc/postgresql-common/createcluster.d/none.conf', 'create_main_cluster = false\n')
  installDebianPackages(`postgresql-${OLDEST}`)
  return findInstalled()
}
