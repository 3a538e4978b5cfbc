// The program of `bin/goodword-server`: the service or an operator's command, with the settings and the user of the
// installed service. Plain JavaScript for Node 18 and later, like `bootstrap.mjs`, which does the rest.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { installedService, readSettings } from './installed-service.mjs'
import { ensureNode } from './node-runtime.mjs'
import { Problem } from './problem.mjs'
import { userFor } from './service-user.mjs'

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..')

try {
  const { unit, settings, args } = readArguments(process.argv.slice(2))
  if (args[0] === '--version') console.log(readJson('package.json').version)
  else await run(unit, settings, args)
} catch (error) {
  if (!(error instanceof Problem)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function run(unit, settings, args) {
  const isStart = args[0] === 'start'
  const isHelp = args.length === 0 || args.includes('--help') || args.includes('-h')
  if (!isHelp) {
    const service = installedService(unit)
    const user = userFor(args[0], service?.user ?? null)
    const found = { ...service?.settings(), ...(settings === null ? {} : readSettings(settings)) }
    // The environment goes before files, as it does for the service.
    Object.assign(process.env, { ...found, ...process.env })
    // Where it has to be brought, only root may put it there.
    await ensureNode(root)
    if (user !== null) become(user)
  }
  process.env.GOODWORD_CALLED_AS = 'goodword-server'
  process.argv.splice(2, process.argv.length, ...(isStart && !isHelp ? args : ['goodword', ...args]))
  await import('../bootstrap.mjs')
}

/** Options of this command stand before the words of the command that it runs. */
function readArguments(args) {
  const options = { '--unit': 'goodword', '--settings': null }
  let rest = args
  while (rest[0] === '--unit' || rest[0] === '--settings') {
    const [name, value] = rest
    if (value === undefined) throw new Problem(`${name} needs a value: goodword-server ${name} <…> <command>`)
    options[name] = value
    rest = rest.slice(2)
  }
  return { unit: options['--unit'], settings: options['--settings'], args: rest }
}

/** Goes on as this user, whose files only this user can read. */
function become(user) {
  const group = groupOf(user)
  process.initgroups(user, group)
  process.setgid(group)
  process.setuid(user)
  process.umask(0o077)
}

function groupOf(user) {
  try {
    return Number(execFileSync('id', ['-g', user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    throw new Problem(
      `The unit of the service runs as the user "${user}", which this machine does not have. Create it: ` +
        `useradd --system --home-dir /var/lib/goodword --shell /usr/sbin/nologin ${user}`,
    )
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'))
}
