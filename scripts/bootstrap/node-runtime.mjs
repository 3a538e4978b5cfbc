import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { hasGnuLibrary } from './package-sets.mjs'
import { Problem } from './problem.mjs'
import { installApart } from './staging.mjs'

const wantedMajor = 24

/** The path of a Node that runs this project: the running one, or one brought from the registry. */
export async function ensureNode(root) {
  if (Number.parseInt(process.versions.node, 10) >= wantedMajor) return process.execPath
  const node = await provideNode(root, 'node-runtime')
  if (node === undefined) {
    throw new Problem(
      `This is Node ${process.versions.node}. Please install Node ${wantedMajor} (https://nodejs.org) and try again.`,
    )
  }
  return node
}

/** The fault of a Node that runs the service without this bootstrap; null if there is none. */
export function nodeFault(version, path) {
  if (Number.parseInt(version, 10) >= wantedMajor) return null
  return (
    `Goodword needs Node.js ${wantedMajor} or later, and ${path} is ${version}. Install a newer one there (https://nodejs.org), or ` +
    'start the service by "npm start" or "goodword-server start", which bring it.'
  )
}

/** The path of the Node that a folder of scripts/ locks; undefined where it has none for this system. */
export async function provideNode(root, lockFolder) {
  const file = join(root, 'scripts', lockFolder, 'package-lock.json')
  const { packages: lock } = JSON.parse(readFileSync(file, 'utf8'))
  const name = `node-${process.platform}-${process.arch}`
  const folder = `node_modules/${name}`
  if (lock[folder] === undefined || !hasGnuLibrary()) return undefined
  const { version } = lock[folder]
  const home = join(root, '.tools', `${name}-${version}`)
  const node = join(home, 'bin', 'node')
  if (existsSync(node)) return node
  console.error(`Installing Node ${version} …`)
  // Moved as a whole: what bears the final name is complete.
  // Nothing is compiled with its headers, which are nearly all of its files.
  const what = { lock, folders: [folder], without: 'include/' }
  await installApart(root, { name, title: 'Node' }, what, (staging) => {
    const installed = join(staging, folder)
    execFileSync(join(installed, 'bin', 'node'), ['--version'])
    renameSync(installed, home)
  })
  return node
}
