// The locked packages that a command needs. All sets come from the one package-lock.json, which also has the folder of each
// package: in any order of installation, one set only adds folders to another.

// A release has the first of them alone.
const programs = ['packages/server', 'gateways/braintree', 'gateways/stripe', 'examples/shop']

/** Each lists workspaces with their packages for use alone, and workspaces with those for development too. */
const sets = {
  service: () => ({ use: programs, development: [] }),
  portal: () => ({ use: programs, development: ['packages/portal'] }),
  docs: () => ({ use: programs, development: ['packages/docs-site'] }),
  // The root has the compilers.
  release: (lock) => ({
    use: programs,
    development: ['', ...workspacesOf(lock).filter((it) => /^(packages|gateways)\//.test(it))],
  }),
  everything: (lock) => ({ use: [], development: workspacesOf(lock) }),
}

function workspacesOf(lock) {
  return Object.keys(lock).filter((folder) => !isPackage(folder))
}

/** The folders of the packages of a set that are made for a machine. `lock` is `packages` of package-lock.json. */
export function foldersOf(lock, set, machine = thisMachine()) {
  const { use, development } = sets[set](lock)
  const found = new Set()
  for (const workspace of development) {
    visit(lock, workspace, found, machine)
    follow(lock, workspace, Object.keys(lock[workspace].devDependencies ?? {}), found, machine)
  }
  for (const workspace of use.filter((it) => lock[it] !== undefined)) visit(lock, workspace, found, machine)
  return [...found].filter((folder) => isPackage(folder) && !lock[folder].link).sort()
}

export function isPackage(folder) {
  return folder.includes('node_modules/')
}

/** `node_modules/a/node_modules/@b/c` is `@b/c` in `node_modules/a`. */
export function splitFolder(folder) {
  const at = folder.lastIndexOf('node_modules/')
  return { parent: folder.slice(0, Math.max(0, at - 1)), name: folder.slice(at + 'node_modules/'.length) }
}

function visit(lock, folder, found, machine) {
  if (found.has(folder)) return
  found.add(folder)
  const { link, resolved, dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
    lock[folder]
  if (link) {
    visit(lock, resolved, found, machine)
    return
  }
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  const names = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
  follow(lock, folder, names, found, machine)
}

// Packages that the lock does not have are optional.
function follow(lock, folder, names, found, machine) {
  for (const name of names) {
    const at = find(lock, folder, name)
    if (at !== undefined && isMadeFor(machine, lock[at])) visit(lock, at, found, machine)
  }
}

/** Finds a package as Node does: in the folder's own packages, else in those of the folders around it. */
function find(lock, folder, name) {
  for (let at = folder; ; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') {
    const candidate = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (lock[candidate] !== undefined) return candidate
    if (at === '') return undefined
  }
}

/** The properties of a machine that packages with native parts require, in the words of npm. */
export function thisMachine() {
  // Only where a package asks for it.
  const libc = () => (hasGnuLibrary() ? 'glibc' : 'musl')
  return { os: process.platform, cpu: process.arch, libc }
}

function isMadeFor(machine, { os, cpu, libc }) {
  const has = (wanted, own) => wanted === undefined || wanted.includes(own)
  return has(os, machine.os) && has(cpu, machine.cpu) && (libc === undefined || libc.includes(machine.libc()))
}

let isGnu

export function hasGnuLibrary() {
  // The report takes some milliseconds.
  isGnu ??=
    process.platform !== 'linux' || process.report.getReport().header.glibcVersionRuntime !== undefined
  return isGnu
}
