import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../checks/steps.ts'

/** A machine that releases are made for, in the words of npm. */
export type Machine = { readonly os: string; readonly cpu: string; readonly libc: () => string }

type LockEntry = Readonly<Record<string, unknown>>
type Lock = Readonly<Record<string, LockEntry>>

type ReleasePackages = {
  readonly lockOfRelease: (lock: Lock, workspaces: readonly string[], machine: Machine) => Lock
  readonly installRelease: (root: string, release: string, machine: Machine) => Promise<void>
  readonly completeInstallation: (release: string, lock: Lock, machine: Machine) => void
}

/** The part of the bootstrap that knows which packages a program needs, and brings them. */
export const { lockOfRelease, installRelease, completeInstallation }: ReleasePackages = await import(
  new URL('../bootstrap/release-packages.mjs', import.meta.url).href
)

/** The ignored files that a release has; each is built into the folder `dist` of its package. */
const built = ['portal', 'docs-site']

/** The workspaces that the service loads modules of. */
const workspaces = ['client', 'contract', 'domain', 'mcp', 'server'].map((it) => `packages/${it}`)

/** The other parts of a release: files, and folders, which end with a slash. */
const parts = [
  ...['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', '.env.example'],
  ...['bin/', 'deploy/', 'docs/guides/', 'packages/client-script/releases/', 'packages/server/migrations/'],
  ...['scripts/bootstrap.mjs', 'scripts/bootstrap/', 'scripts/node-runtime/'],
  ...workspaces.map((it) => `${it}/src/`),
]

/** Tests, and modules that only they use. */
const notPart =
  /[.]test[.]ts$|\/src\/testing\/|^scripts\/bootstrap\/(?:complete-lock|release-packages)[.]mjs$/

/**
 * Writes the folder that an operator unpacks: the sources of the service, the portal and the documentation built of this checkout,
 * and lists of the packages that it needs on a machine, which are not there yet.
 */
export function writeReleaseTree(folder: string, machine: Machine): void {
  for (const name of built) {
    const build = [`packages/${name}/build.ts`, '--if-stale']
    execFileSync(process.execPath, build, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  }
  const files = filesOfCheckout().filter((file) => isPart(file) && !notPart.test(file))
  for (const file of [...files, ...built.map((it) => `packages/${it}/dist`)]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file), { recursive: true })
  }
  writeLists(folder, machine)
}

function isPart(file: string): boolean {
  return parts.some((part) => (part.endsWith('/') ? file.startsWith(part) : file === part))
}

/** The files that git does not ignore; without git, as in the build of an image, all files. */
function filesOfCheckout(): readonly string[] {
  if (!existsSync(join(root, '.git'))) {
    const folders = parts.filter((it) => it.endsWith('/')).flatMap(filesBelow)
    return [...folders, ...parts.filter((it) => !it.endsWith('/') && existsSync(join(root, it)))]
  }
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const listed = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => relative(root, join(it.parentPath, it.name)))
}

/** The manifests and the lock of the checkout, without development dependencies. */
function writeLists(folder: string, machine: Machine): void {
  const { name, version, description, license, type, scripts } = readJson('package.json')
  const { start, goodword } = scripts
  const manifest = { name, version, private: true, description, license, type, engines: { node: '>=24' } }
  write(folder, 'package.json', { ...manifest, workspaces, scripts: { start, goodword } })
  for (const workspace of workspaces) {
    const { name: own, devDependencies, ...kept } = readJson(`${workspace}/package.json`)
    write(folder, `${workspace}/package.json`, { name: own, version, ...kept })
  }
  const { packages, ...lock } = readJson('package-lock.json')
  const entries = Object.entries(lockOfRelease(packages, workspaces, machine)).map(([place, entry]) => {
    const { devDependencies, dev, devOptional, ...kept } = entry
    return [place, workspaces.includes(place) ? { ...kept, version } : kept]
  })
  const own = { name, version, license, workspaces, engines: manifest.engines }
  write(folder, 'package-lock.json', { ...lock, packages: { '': own, ...Object.fromEntries(entries) } })
}

function readJson(file: string) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'))
}

function write(folder: string, file: string, value: object): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), `${JSON.stringify(value, null, 2)}\n`)
}
