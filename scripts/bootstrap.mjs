// How every npm script of this project begins: `node scripts/bootstrap.mjs <command> [arguments …]`.
// Plain JavaScript for Node 18 and later, with nothing but Node: it runs before anything is installed.
// Standard output belongs to the command; messages of this file go to standard error.

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withCheckoutLock } from './bootstrap/checkout-lock.mjs'
import { ensureNode } from './bootstrap/node-runtime.mjs'
import { untilNothingInstalls } from './bootstrap/npm.mjs'
import { ensurePackages } from './bootstrap/packages.mjs'
import { buildLater, isDocsMissing, isPortalStale } from './bootstrap/portal.mjs'
import { Problem } from './bootstrap/problem.mjs'
import { followChild, startChild } from './bootstrap/run.mjs'

const commands = {
  start: 'packages/server/src/main.ts',
  goodword: 'packages/server/src/cli/main.ts',
  test: 'scripts/test.ts',
  check: 'scripts/check.ts',
  'test:all': 'scripts/test-all.ts',
  bench: 'lab/bench/src/main.ts',
  generate: 'scripts/generate.ts',
  pack: 'scripts/pack.ts',
  release: 'scripts/release.ts',
  cluster: 'scripts/cluster.ts',
  'node-folder': 'scripts/node-folder.ts',
  docs: 'packages/docs-site/build.ts',
  'portal:build': 'packages/portal/build.ts',
  'portal:dev': 'packages/portal/develop.ts',
  'portal:speed': 'e2e/src/portal/speed.ts',
  'portal:screenshots': 'e2e/src/portal/screenshots.ts',
  'portal:first-day': 'e2e/src/portal/first-day/record.ts',
  shop: 'examples/shop/src/main.ts',
  'braintree-sandbox': 'gateways/braintree/src/main.ts',
  'braintree-sandbox:build': 'gateways/braintree/build.ts',
  'stripe-sandbox': 'gateways/stripe/src/main.ts',
}

// The service needs a third of all packages; all other commands are for development.
const sets = {
  start: 'service',
  goodword: 'service',
  docs: 'docs',
  pack: 'release',
  release: 'release',
  shop: 'service',
  'braintree-sandbox': 'service',
  'stripe-sandbox': 'service',
}

// A larger nursery than this takes memory and gives no speed.
const options = { start: ['--max-semi-space-size=16'] }

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

try {
  // Not only the code: a build of the portal or the documentation may be under way, which has no use any more.
  process.exit(await runCommand(process.argv[2], process.argv.slice(3)))
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

function explain(error) {
  if (error instanceof Problem) return error.message
  // Errors of the file system (no permission, a full disk) have a sufficient message of their own.
  if (error.syscall !== undefined) return `This checkout could not be prepared: ${error.message}`
  throw error
}

async function runCommand(name, args) {
  const script = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined
  if (script === undefined) {
    throw new Problem(
      `Usage: node scripts/bootstrap.mjs <${Object.keys(commands).join(' | ')}> [arguments …]`,
    )
  }
  const later = name === 'start' ? await builtLater() : []
  const isLater = later.length > 0
  // The lock is given back only when the child is on record as a user of the installed packages:
  // until then another bootstrap could replace them.
  const { node, child } = await withCheckoutLock(root, async () => {
    const node = await prepare(sets[name] ?? 'everything')
    const child = startChild(root, {
      label: name,
      node,
      args: [...(options[name] ?? []), join(root, script), ...args],
      stdio: isLater ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
      environment: {
        // Half of what a program does until it runs is compiling.
        NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'programs'),
        ...process.env,
        ...(isLater && { GOODWORD_BUILT_LATER: later.join() }),
      },
    })
    return { node, child }
  })
  if (isLater) buildLater(root, node, child, later)
  return followChild(child)
}

/** The builds that run while the service answers. */
async function builtLater() {
  return [...((await isPortalStale(root)) ? ['portal'] : []), ...(isDocsMissing(root) ? ['docs'] : [])]
}

/** Installs Node and the packages where they are missing, both at once. */
async function prepare(set) {
  // An installation whose bootstrap was killed is being ended by its watcher.
  await untilNothingInstalls(root)
  const [node, packages] = await Promise.allSettled([
    ensureNode(root),
    ensurePackages(root, set, console.error),
  ])
  for (const outcome of [node, packages]) if (outcome.status === 'rejected') throw outcome.reason
  return node.value
}
