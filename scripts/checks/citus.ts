import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type CitusSettings, findCitus } from '../../packages/server/src/testing/cluster/find-citus.ts'
import { installDebianPackage, mayInstall } from './debian-packages.ts'
import { root } from './steps.ts'

/** The test projects on a Citus cluster. */
export const clusterProjects = 'cluster*'

/** Where a machine that is made for the run may have Citus, beside the checkout. */
const FOLDER = join(root, '../shared/citus')

/** The settings with which the cluster's tests find Citus; a notice where they cannot run. */
export function provideCitus(): Readonly<Record<'CITUS_ARCHIVE' | 'CITUS_SOURCE', string>> | string {
  const settings = process.env.CI === 'true' ? { ...besideCheckout(), ...process.env } : process.env
  const found = findCitus(settings)
  if (typeof found === 'string') return `not run: the tests on a Citus cluster, because ${found}`
  const { CITUS_ARCHIVE = '', CITUS_SOURCE = '' } = settings
  return { CITUS_ARCHIVE, CITUS_SOURCE }
}

function besideCheckout(): CitusSettings {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER) : []
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const archive = files.find((it) => it.startsWith('citus-') && it.includes(`-${architecture}.t`))
  if (archive === undefined) return {}
  bringUpToDate(/-postgresql(\d+)-/.exec(archive)?.[1] ?? '')
  return { CITUS_ARCHIVE: join(FOLDER, archive) }
}

/** The first minor releases with all functions that the extension calls when it was built for a later one. */
const NEEDED_MINOR: Readonly<Record<string, number>> = { 15: 19 }

/** An extension cannot be loaded by a PostgreSQL that lacks a function which it calls. */
function bringUpToDate(major: string): void {
  const program = `/usr/lib/postgresql/${major}/bin/postgres`
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  const minor = Number(/\) \d+[.](\d+)/.exec(stdout ?? '')?.[1] ?? 0)
  if (minor < (NEEDED_MINOR[major] ?? 0) && mayInstall()) installDebianPackage(`postgresql-${major}`)
}
