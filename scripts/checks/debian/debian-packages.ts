import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from '../../../packages/languages/build.ts'
import { runs } from '../../../packages/languages/pack.ts'
import { missingHere } from '../../../packages/languages/src/testing/installed-package.ts'
import { type CitusSettings, findCitus } from '../../../packages/server/src/testing/cluster/find-citus.ts'
import { root } from '../steps.ts'

/**
 * Whether a package of Debian's could be installed for this run without asking: as root, on a machine that is made for the
 * run and thrown away after it.
 */
export function mayInstall(): boolean {
  return process.env.CI === 'true' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** The installed files show afterwards whether it worked. */
export function installDebianPackages(...names: readonly string[]): void {
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  spawnSync('apt-get', ['update'], options)
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', ...names], options)
}

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

/** The Debian packages that make, install and check the package of a language. */
const debianPackages: Readonly<Record<Language, readonly string[]>> = {
  python: ['mypy', 'python3-setuptools', 'python3-venv', 'python3-wheel'],
  php: ['composer', 'php-cli', 'php-curl'],
  ruby: ['ruby'],
}

/** Installs what the tests of the packages for other languages need, where that may be done without asking. */
export function provideLanguages(): void {
  if (!mayInstall()) return
  const missing = languages.filter(
    (it) => missingHere(it) !== null || (it === 'python' && !runs('mypy', ['--version'])),
  )
  if (missing.length > 0) installDebianPackages(...missing.flatMap((it) => debianPackages[it]))
}

const programs = [
  ['nginx', '-v'],
  ['caddy', 'version'],
] as const

/** Whether the proxies of the guide on operating are there; installs them where that may be done without asking. */
export function provideProxies(): boolean {
  if (!areThere() && mayInstall()) installDebianPackages(...programs.map(([name]) => name))
  return areThere()
}

function areThere(): boolean {
  return programs.every(([name, version]) => spawnSync(name, [version]).status === 0)
}

/** Debian's own Python is the one that sees Debian's packages. */
const PYTHON = '/usr/bin/python3'

/** Whether Braintree's SDK for Python is there, or could be installed. */
export function providePythonSdk(): boolean {
  if (!isThere() && mayInstall()) installDebianPackages('python3-braintree')
  return isThere()
}

function isThere(): boolean {
  return existsSync(PYTHON) && spawnSync(PYTHON, ['-c', 'import braintree']).status === 0
}
