import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installFromLock, untilNothingInstalls } from './npm.mjs'
import { Problem } from './problem.mjs'
import { processesOfCheckout } from './run.mjs'

/** Installs the project's packages when their list changed since the last complete installation. */
export async function ensurePackages(root, node) {
  // npm begins by emptying this folder, so a stamp in it is valid for the files beside it.
  const stamp = join(root, 'node_modules', '.goodword-installed')
  const wanted = fingerprint(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await untilNothingInstalls(root)
  requireNoRunningProcesses(root)
  console.error('Installing packages …')
  rmSync(stamp, { force: true })
  await installFromLock(root, node, root, 'The packages')
  requireCompleteInstall(root)
  writeFileSync(stamp, wanted)
}

// Installing deletes the files a running service would still load.
function requireNoRunningProcesses(root) {
  const [first] = processesOfCheckout(root)
  if (first === undefined) return
  throw new Problem(
    `The packages have to be installed anew, and process ${first.pid} ("npm run ${first.label}") is using them. ` +
      'Stop it, then run this command again.',
  )
}

// npm passes over an optional package that it could not fetch; the ones made for this machine are needed.
function requireCompleteInstall(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const missing = Object.keys(packages).find(
    (folder) => isForThisMachine(packages[folder]) && !existsSync(join(root, folder)),
  )
  if (missing !== undefined)
    throw new Problem(`${missing} could not be fetched from the registry. Try again.`)
}

function isForThisMachine({ os, cpu, libc }) {
  // musl systems bring their own Node and are left to npm's judgement.
  if (os === undefined || cpu === undefined || libc?.includes('musl')) return false
  return os.includes(process.platform) && cpu.includes(process.arch)
}

function fingerprint(root) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of ['package-lock.json', 'package.json', ...workspaceManifests(root)]) {
    hash.update(`\n${file}\n`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function workspaceManifests(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
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
