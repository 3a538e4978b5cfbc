import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { INSTALLATION } from './npm.mjs'
import { foldersOf, isPackage, splitFolder, thisMachine } from './package-sets.mjs'
import { Problem } from './problem.mjs'
import { processesOfCheckout } from './run.mjs'
import { installApart } from './staging.mjs'

/** Says for which lists of packages, and for which machine, the installed ones are. */
export const STAMP = join('node_modules', '.goodword-installed')

/**
 * Installs the packages of a set that are missing. They are moved to their places when all of them are there, each as a
 * whole, so that what lies there is complete, and processes that use other packages can go on.
 *
 * Only when the list of packages has changed since the first of them was installed are all removed.
 */
export async function ensurePackages(root, set, announce) {
  const { packages: lock } = readJson(root, 'package-lock.json')
  const folders = foldersOf(lock, set)
  const stamp = join(root, STAMP)
  const wanted = fingerprint(root, thisMachine())
  const isCurrent = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  const missing = isCurrent ? folders.filter((folder) => !existsSync(join(root, folder))) : folders
  if (missing.length === 0) return
  if (!isCurrent) requireNoRunningProcesses(root)
  announce('Installing packages …')
  const what = { name: 'packages', title: 'The packages' }
  const { allowScripts } = readJson(root, 'package.json')
  await installApart(root, what, { lock, folders: missing, allowScripts }, (staging) => {
    if (!isCurrent) removePackages(root, lock)
    linkWorkspaces(root, lock)
    movePackages(staging, root, missing)
    if (!isCurrent) writeFileSync(stamp, wanted)
  })
}

// Removing deletes files that a running service would still load.
function requireNoRunningProcesses(root) {
  // Node may be under installation at the same time.
  const first = processesOfCheckout(root).find(({ label }) => label !== INSTALLATION)
  if (first === undefined) return
  throw new Problem(
    `The packages have to be installed anew, and process ${first.pid} ("npm run ${first.label}") is using them. ` +
      'Stop it, then run this command again.',
  )
}

function removePackages(root, lock) {
  const workspaces = Object.keys(lock).filter((folder) => !isPackage(folder))
  for (const workspace of workspaces) {
    rmSync(join(root, workspace, 'node_modules'), { recursive: true, force: true })
  }
}

export function linkWorkspaces(root, lock) {
  for (const [folder, { link, resolved }] of Object.entries(lock)) {
    const place = join(root, folder)
    if (!link || lstatSync(place, { throwIfNoEntry: false }) !== undefined) continue
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(relative(dirname(place), join(root, resolved)), place)
  }
}

function movePackages(staging, root, folders) {
  const moved = new Set(folders)
  for (const folder of folders) {
    // A folder inside another one is moved with it.
    if (moved.has(splitFolder(folder).parent)) continue
    move(staging, root, folder)
  }
  const programs = join('node_modules', '.bin')
  for (const name of existsSync(join(staging, programs)) ? readdirSync(join(staging, programs)) : []) {
    move(staging, root, join(programs, name))
  }
}

function move(staging, root, path) {
  const place = join(root, path)
  if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) return
  mkdirSync(dirname(place), { recursive: true })
  renameSync(join(staging, path), place)
}

/** The stamp of the packages in `root` that match its lists, for a machine. */
export function fingerprint(root, { os, cpu }) {
  const hash = createHash('sha256').update(`${os} ${cpu}`)
  for (const file of ['package-lock.json', 'package.json', ...workspaceManifests(root)]) {
    hash.update(`\n${file}\n`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function workspaceManifests(root) {
  const { workspaces } = readJson(root, 'package.json')
  const folders = workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern]
    const parent = dirname(pattern)
    if (!existsSync(join(root, parent))) return []
    return readdirSync(join(root, parent)).map((name) => join(parent, name))
  })
  return folders
    .map((folder) => join(folder, 'package.json'))
    .filter((file) => existsSync(join(root, file)))
    .sort()
}

function readJson(root, name) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'))
}
