import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../../..')

type Machine = { readonly os: string; readonly cpu: string }
const {
  completeInstallation,
}: { completeInstallation: (release: string, lock: unknown, machine: Machine) => void } = await import(
  join(root, 'scripts/bootstrap/release-packages.mjs')
)

export type MadeRelease = {
  readonly version: string
  /** The texts of further migrations, by name. */
  readonly migrations?: Readonly<Record<string, string>>
  /** The program of the service instead of the one of this tree. */
  readonly main?: string
}

/** Never ready, though it listens. */
export const NEVER_READY = `import { createServer } from 'node:http'
createServer((_, answer) => answer.writeHead(503).end('{"message":"Not ready (it is broken)."}')).listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
`

/** Copies the service of this tree as a release of its own, with the installed packages of the tree. */
export function makeRelease(folder: string, { version, migrations = {}, main }: MadeRelease): void {
  const server = join(folder, 'packages/server')
  mkdirSync(server, { recursive: true })
  const unused = /[.]test[.]ts$|src\/(testing|stories)$/
  for (const name of ['src', 'package.json', 'migrations']) {
    const filter = (path: string) => !unused.test(path)
    cpSync(join(root, 'packages/server', name), join(server, name), { recursive: true, filter })
  }
  for (const [name, text] of Object.entries(migrations))
    writeFileSync(join(server, 'migrations', `${name}.sql`), text)
  if (main !== undefined) writeFileSync(join(server, 'src/main.ts'), main)
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...own, version }))
  const commands = ['bin', 'scripts/bootstrap.mjs', 'scripts/bootstrap', 'scripts/node-runtime']
  for (const name of commands) cpSync(join(root, name), join(folder, name), { recursive: true })
  const links = ['package-lock.json', 'packages/portal', 'packages/client-script', 'docs']
  for (const name of [...links, 'packages/server/node_modules'])
    symlinkSync(join(root, name), join(folder, name))
  linkPackages(folder)
}

/** Links to the packages of this tree, which are those of the release. */
function linkPackages(folder: string): void {
  const [here, there] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(there)
  for (const name of readdirSync(here).filter((it) => !it.startsWith('.goodword')))
    symlinkSync(join(here, name), join(there, name))
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  completeInstallation(folder, packages, { os: process.platform, cpu: process.arch })
}

/** A release as a tarball in `folder`, beside the list of checksums. Returns its path. */
export function deliverRelease(folder: string, release: MadeRelease): string {
  const name = `goodword-${release.version}`
  const place = join(folder, release.version)
  makeRelease(join(place, name), release)
  execFileSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: place })
  writeFileSync(join(place, 'SHA256SUMS'), execFileSync('sha256sum', [`${name}.tar.gz`], { cwd: place }))
  return join(place, `${name}.tar.gz`)
}
