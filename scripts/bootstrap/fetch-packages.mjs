// `node fetch-packages.mjs <folder of npm> <list> [options of npm …]` fetches the packages of a list with the parts of npm that
// do this for `npm ci`, so with its registry, logins, proxies and cache, and unpacks them in the folder of the list. npm itself
// takes several times as long for the unpacking. Where its parts are not as here, this ends with an error, and
// `npm ci` has to do all. So this says nothing, and tries nothing twice.

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { addressOf } from './npm.mjs'
import { splitFolder } from './package-sets.mjs'
import { unpack } from './unpack.mjs'

const [npmFolder, list, ...options] = process.argv.slice(2)
const { packages, without } = JSON.parse(readFileSync(list, 'utf8'))
const root = dirname(list)
const load = createRequire(join(npmFolder, 'package.json'))
// npm reads its options from here.
process.argv = [process.argv[0], join(npmFolder, 'bin', 'npm-cli.js'), ...options]
const Npm = load('./lib/npm.js')
const pacote = load('pacote')

try {
  const npm = new Npm()
  await npm.load()
  await Promise.all(packages.map((each) => bring(each, npm.flatOptions)))
  for (const each of packages) linkPrograms(each)
  for (const each of packages) if (each.runsScripts) runInstallScripts(join(root, each.folder))
} catch {
  process.exit(1)
}

async function bring({ folder, name, version, integrity }, options) {
  const resolved = addressOf(options.registry, name, version)
  // By its name it would ask for the list of all versions first. It checks the hash.
  const tarball = await pacote.tarball(resolved, { ...options, resolved, integrity })
  unpack(tarball, join(root, folder), (file) => without === undefined || !file.startsWith(without))
}

function linkPrograms({ folder, bin }) {
  const { parent } = splitFolder(folder)
  const programs = join(root, parent, 'node_modules', '.bin')
  for (const [name, path] of Object.entries(bin ?? {})) {
    const file = join(root, folder, path)
    mkdirSync(programs, { recursive: true })
    chmodSync(file, 0o755)
    symlinkSync(relative(programs, file), join(programs, name))
  }
}

function runInstallScripts(folder) {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  for (const name of ['preinstall', 'install', 'postinstall']) {
    if (scripts?.[name] !== undefined)
      execFileSync('/bin/sh', ['-c', scripts[name]], { cwd: folder, stdio: 'ignore' })
  }
}
