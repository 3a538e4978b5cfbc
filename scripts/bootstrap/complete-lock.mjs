// Adds to package-lock.json what `npm install` leaves out and `npm ci` then insists on: packages for other
// systems that an install on this one passes over. Run it after every `npm install`:
// `node scripts/bootstrap/complete-lock.mjs`. Each gets the version its parent asks for, the system in its name,
// and its hash from the registry. When the registry lacks one, pin a version of the parent that it holds for all systems.

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const file = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))

const added = Object.entries(lock.packages).flatMap(([parent, entry]) => missingOf(parent, entry))
if (added.length > 0) {
  const folders = [...Object.entries(lock.packages), ...added].sort(([a], [b]) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries(folders)
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
console.error(`${added.length} packages of other systems added to package-lock.json.`)

function missingOf(parent, { optionalDependencies = {}, dev }) {
  return Object.entries(optionalDependencies)
    .filter(([name]) => !isPlaced(parent, name))
    .map(([name, version]) => {
      if (!/^\d/.test(version))
        throw new Error(`${parent} asks for ${name}@${version}, which is not one version.`)
      const entry = { version, ...systemOf(name), integrity: integrityOf(name, version), ...(dev && { dev }) }
      return [`node_modules/${name}`, { ...entry, optional: true }]
    })
}

function integrityOf(name, version) {
  const args = ['view', '--json', `${name}@${version}`, 'dist.integrity']
  const integrity = JSON.parse(
    execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  if (typeof integrity !== 'string') throw new Error(`The registry has no hash of ${name}@${version}.`)
  return integrity
}

function isPlaced(parent, name) {
  const candidates = [`${parent}/node_modules/${name}`, `node_modules/${name}`]
  return candidates.some((folder) => lock.packages[folder] !== undefined)
}

function systemOf(name) {
  const words = name.split(/[^a-z0-9]+/)
  const os = words.find((word) =>
    ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'aix'].includes(word),
  )
  const cpu = words.find((word) => /^(arm|arm64|x64|ia32|ppc64|riscv64|s390x|loong64|mips64el)$/.test(word))
  if (os === undefined || cpu === undefined) throw new Error(`No system can be read from the name ${name}.`)
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined
  return { cpu: [cpu], ...(libc !== undefined && { libc: [libc] }), os: [os] }
}
