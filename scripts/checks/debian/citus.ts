import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type CitusSettings, findCitus } from '../../../packages/server/src/testing/cluster/find-citus.ts'
import { root } from '../steps.ts'
import { installDebianPackages, mayInstall } from './debian-packages.ts'

/** Where a machine that is made for the run may have Citus, beside the checkout. */
const FOLDER = join(root, '../shared/citus')

type ArchiveSettings = Readonly<Record<'CITUS_ARCHIVE' | 'CITUS_SOURCE', string>>

/** The PostgreSQL of this machine. */
type Installed = {
  /** The minor release of a major one; null where it is not installed. */
  readonly minorOf: (major: string) => number | null
  /** Installs it, or brings it up to date, where that may be done without asking. */
  readonly upgrade: (major: string) => void
}

/** The settings with which the cluster's tests find Citus, or why they cannot run. */
export function provideCitus(): ArchiveSettings | { readonly notRun: string } {
  const beside = process.env.CI === 'true' ? besideCheckout() : {}
  if ('notRun' in beside) return beside
  const settings: CitusSettings = { ...beside, ...process.env }
  const found = findCitus(settings)
  if (typeof found === 'string') return { notRun: found }
  const { CITUS_ARCHIVE = '', CITUS_SOURCE = '' } = settings
  return { CITUS_ARCHIVE, CITUS_SOURCE }
}

function besideCheckout(): CitusSettings | { readonly notRun: string } {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER) : []
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const archive = files.find((it) => it.startsWith('citus-') && it.includes(`-${architecture}.t`))
  if (archive === undefined) return {}
  const notRun = tooOldFor(archive, installed)
  return notRun === null ? { CITUS_ARCHIVE: join(FOLDER, archive) } : { notRun }
}

/** The first minor releases with all functions that the extension calls when it was built for a later one. */
const NEEDED_MINOR: Readonly<Record<string, number>> = { 15: 19 }

/**
 * An extension cannot be loaded by a PostgreSQL that lacks a function which it calls. Says so if the one here does, and could
 * not be upgraded.
 */
function tooOldFor(archive: string, { minorOf, upgrade }: Installed): string | null {
  const major = /-postgresql(\d+)-/.exec(archive)?.[1] ?? ''
  const needed = NEEDED_MINOR[major] ?? 0
  if ((minorOf(major) ?? -1) < needed) upgrade(major)
  const minor = minorOf(major)
  // A PostgreSQL that is missing is reported when Citus is looked for.
  if (minor === null || minor >= needed) return null
  return `the Citus of ${archive} needs PostgreSQL ${major}.${needed} or later, and ${major}.${minor} is installed and could not be upgraded.`
}

const installed: Installed = {
  minorOf(major) {
    const program = `/usr/lib/postgresql/${major}/bin/postgres`
    const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
    const minor = /\) \d+[.](\d+)/.exec(stdout ?? '')?.[1]
    return minor === undefined ? null : Number(minor)
  },
  upgrade(major) {
    if (mayInstall()) installDebianPackages(`postgresql-${major}`)
  },
}
