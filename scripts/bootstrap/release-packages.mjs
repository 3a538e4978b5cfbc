// Installs the packages of a release into it, so that its own start finds them.

import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldersOf } from './package-sets.mjs'
import { fingerprint, linkWorkspaces, STAMP } from './packages.mjs'
import { installApart } from './staging.mjs'

/** The part of a lock that the service of a release uses on a machine: `workspaces`, and packages from registries. */
export function lockOfRelease(lock, workspaces, machine) {
  const packages = foldersOf(
    pick(lock, [...withoutLinks(lock), ...linksTo(lock, workspaces), ...workspaces]),
    'service',
    machine,
  )
  return pick(lock, [...linksTo(lock, workspaces), ...packages, ...workspaces])
}

/** Puts the packages of the lock in the folder `release` there, with their hashes checked, and says that they are installed. */
export async function installRelease(root, release, machine) {
  const { packages: lock } = JSON.parse(readFileSync(join(release, 'package-lock.json'), 'utf8'))
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const folders = foldersOf(lock, 'service', machine)
  const name = `release-${machine.os}-${machine.cpu}`
  await installApart(root, { name, title: 'The packages' }, { lock, folders, allowScripts }, (staging) => {
    for (const folder of Object.keys(lock).filter((it) => !it.includes('node_modules/'))) {
      const modules = join(folder, 'node_modules')
      if (!existsSync(join(staging, modules))) continue
      cpSync(join(staging, modules), join(release, modules), { recursive: true, verbatimSymlinks: true })
    }
  })
  completeInstallation(release, lock, machine)
}

/** Links the workspaces of a release whose packages are there, and says that they are. */
export function completeInstallation(release, lock, machine) {
  linkWorkspaces(release, lock)
  writeFileSync(join(release, STAMP), fingerprint(release, machine))
}

function withoutLinks(lock) {
  return Object.keys(lock).filter((folder) => folder.includes('node_modules/') && !lock[folder].link)
}

function linksTo(lock, workspaces) {
  return Object.keys(lock).filter((folder) => lock[folder].link && workspaces.includes(lock[folder].resolved))
}

function pick(lock, folders) {
  return Object.fromEntries([...new Set(folders)].sort().map((folder) => [folder, lock[folder]]))
}
