import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Problem } from './problem.mjs'
import { followChild, processesOfCheckout, startChild } from './run.mjs'

/** How an installation is on record. */
export const INSTALLATION = 'npm ci'

/** Resolves when no installation is under way: one whose bootstrap was killed is being ended by its watcher. */
export async function untilNothingInstalls(root) {
  while (processesOfCheckout(root).some(({ label }) => label === INSTALLATION)) await pause(200)
}

/** Runs `npm ci` in `folder`; errors go to standard error. */
export async function installFromLock(root, folder, what) {
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const args = [findNpm(), 'ci', '--prefix', folder, '--no-progress', '--no-update-notifier', ...options]
  const code = await runNpm(root, args, 'inherit')
  if (code !== 0) {
    throw new Problem(
      `${what} could not be installed (npm ended with ${code}; see above). Run the command again.`,
    )
  }
}

/**
 * Does what `installFromLock` does in less than half of the time, with internal modules of npm. Returns whether it could, and
 * writes nothing to the terminal.
 */
export async function fetchPackages(root, folder, { packages, without }) {
  const list = join(folder, 'packages.json')
  writeFileSync(list, JSON.stringify({ packages, without }))
  // Failed downloads are retried by `npm ci`.
  const options = ['--prefix', folder, '--no-progress', '--fetch-retries=0', '--logs-max=0']
  const args = [fileURLToPath(new URL('fetch-packages.mjs', import.meta.url)), npmFolder(), list, ...options]
  const code = await runNpm(root, args, 'ignore')
  // By a signal, as of Ctrl-C.
  if (code > 128) throw new Problem('The installation was interrupted. Run the command again.')
  return code === 0
}

function runNpm(root, args, errors) {
  const stdio = ['ignore', 'ignore', errors]
  const environment = npmEnvironment(root)
  const child = startChild(root, { label: INSTALLATION, node: process.execPath, args, stdio, environment })
  return followChild(child)
}

/** The address of the registry that npm uses in `folder`, with a slash at its end. */
export function registryOf(root, folder) {
  const args = [findNpm(), 'config', 'get', 'registry', '--prefix', folder]
  const address = execFileSync(process.execPath, args, { env: npmEnvironment(root), encoding: 'utf8' }).trim()
  return address.endsWith('/') ? address : `${address}/`
}

/** Where a registry has a package. */
export function addressOf(registry, name, version) {
  return `${registry}${name}/-/${name.split('/').at(-1)}-${version}.tgz`
}

// The options of the outer npm (silent, a workspace, its own prefix) do not apply to this one.
const dropped =
  /^npm_(package_|lifecycle_|command$|config_(local_prefix|prefix|loglevel|workspaces?|omit|include|dry_run|json)$)/

function npmEnvironment(root) {
  const entries = Object.entries(process.env).filter(([name]) => !dropped.test(name))
  const environment = Object.fromEntries(entries)
  const cache = environment.npm_config_cache ?? join(homedir(), '.npm')
  if (!canWrite(cache)) environment.npm_config_cache = join(root, '.tools', 'npm-cache')
  return environment
}

// Accounts of services often have a home that does not exist, or that only root may write.
function canWrite(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    for (const part of [folder, join(folder, '_cacache')])
      if (existsSync(part)) accessSync(part, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function npmFolder() {
  return join(dirname(findNpm()), '..')
}

function findNpm() {
  const ran = process.env.npm_execpath
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'npm'))
  const candidates = [
    ...(ran === undefined ? [] : [ran, join(dirname(ran), 'npm-cli.js')]),
    join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    ...onPath.filter((file) => existsSync(file)).map((file) => realpathSync(file)),
  ]
  const found = candidates.find((file) => basename(file) === 'npm-cli.js' && existsSync(file))
  if (found === undefined)
    throw new Problem('npm was not found. Install it (it comes with Node) and try again.')
  return found
}
