import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, fetchPackages, installFromLock, registryOf } from './npm.mjs'
import { isPackage, splitFolder } from './package-sets.mjs'

/**
 * Installs some of the packages of a lock in a folder below `.tools` of their own, in which they lie as the lock says, and
 * calls `move` with it. Remains there are removed. Files in the folder `without` of a package need not be there.
 */
export async function installApart(root, what, { lock, folders, allowScripts, without }, move) {
  const tools = join(root, '.tools')
  mkdirSync(tools, { recursive: true })
  removePartial(tools)
  const staging = join(tools, `${what.name}.${process.pid}.partial`)
  mkdirSync(staging, { recursive: true })
  try {
    const packages = folders.map((folder) => packageAt(lock, folder, allowScripts))
    if (!(await fetchPackages(root, staging, { packages, without }))) {
      rmSync(staging, { recursive: true, force: true })
      const registry = registryOf(root, staging)
      const links = writeProject(staging, { lock, folders, allowScripts, registry })
      await installFromLock(root, staging, what.title)
      // Files that npm adds to those of the lock: a set of packages must always have the same files.
      for (const added of ['node_modules/.package-lock.json', ...links])
        rmSync(join(staging, added), { force: true })
    }
    move(staging)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

// Removes the remains of a bootstrap that was killed.
function removePartial(tools) {
  for (const left of readdirSync(tools)) {
    if (!left.endsWith('.partial') || left.endsWith(`.${process.pid}.partial`)) continue
    rmSync(join(tools, left), { recursive: true, force: true })
  }
}

function packageAt(lock, folder, allowScripts) {
  const { version, integrity, bin, hasInstallScript, name = splitFolder(folder).name } = lock[folder]
  const runsScripts = hasInstallScript === true && allowScripts?.[name] === true
  return { folder, name, version, integrity, bin, runsScripts }
}

// A project that needs exactly these packages, at these places: each is needed by the folder around it, and by nothing else.
// So npm installs them all or fails, also those that it may leave out of the project itself because they are optional.
// Returns the links by which npm finds its parts.
function writeProject(staging, { lock, folders, allowScripts, registry }) {
  const entries = { '': {} }
  for (const folder of folders) {
    const { parent, name } = splitFolder(folder)
    entries[parent] ??= {}
    const { version, integrity, bin, hasInstallScript, name: realName = name } = lock[folder]
    entries[parent].dependencies ??= {}
    entries[parent].dependencies[name] = realName === name ? version : `npm:${realName}@${version}`
    const own = {
      version,
      // Without it npm first asks for the list of all versions. npm checks the hashes of downloads.
      resolved: addressOf(registry, realName, version),
      integrity,
      bin,
      hasInstallScript,
    }
    entries[folder] = { ...entries[folder], ...own, ...(realName !== name && { name: realName }) }
  }
  const workspaces = Object.keys(entries).filter((folder) => folder !== '' && !isPackage(folder))
  const links = []
  for (const workspace of workspaces) {
    const manifest = { name: workspace.replaceAll('/', '-'), version: '0.0.0', ...entries[workspace] }
    entries[workspace] = manifest
    links.push(`node_modules/${manifest.name}`)
    entries[links.at(-1)] = { resolved: workspace, link: true }
    writeJson(join(staging, workspace), 'package.json', manifest)
  }
  const project = { name: 'goodword-packages', version: '0.0.0', workspaces, ...entries[''] }
  entries[''] = project
  writeJson(staging, 'package.json', { ...project, private: true, allowScripts })
  writeJson(staging, 'package-lock.json', {
    ...project,
    lockfileVersion: 3,
    requires: true,
    packages: entries,
  })
  return links
}

function writeJson(folder, name, value) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), JSON.stringify(value))
}
