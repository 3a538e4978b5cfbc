import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withCheckoutLock } from './checkout-lock.mjs'
import { ensurePackages } from './packages.mjs'
import { followChild, startChild } from './run.mjs'

/** Whether the portal has sources here that the built one does not fit. */
export async function isPortalStale(root) {
  const sources = join(root, 'packages', 'portal', 'sources.mjs')
  if (!existsSync(sources)) return false
  const { isBuilt } = await import(pathToFileURL(sources).href)
  return !isBuilt()
}

/** Whether the documentation has sources here, and was never built. */
export function isDocsMissing(root) {
  const site = join(root, 'packages', 'docs-site')
  return existsSync(join(site, 'build.ts')) && !existsSync(join(site, 'dist', '.stamp'))
}

/**
 * Builds each of `parts` when `service` says that it may be built, one after the other, and tells it how each ended. They need
 * packages that nothing else of a running service needs.
 */
export function buildLater(root, node, service, parts) {
  let earlier = Promise.resolve()
  service.on('message', ({ begin: part }) => {
    if (!parts.includes(part)) return
    earlier = earlier.then(async () => {
      const outcome = await build(root, node, part).then(
        () => 'built',
        (error) => error.message,
      )
      if (service.connected) service.send({ [part]: outcome })
    })
  })
}

/** How many characters of what a build reports are kept, for when it fails. */
const KEPT_ERRORS = 2000

const builds = {
  portal: { title: 'The portal', label: 'portal:build', script: join('packages', 'portal', 'build.ts') },
  docs: { title: 'The documentation', label: 'docs', script: join('packages', 'docs-site', 'build.ts') },
}

function build(root, node, part) {
  const { title, label, script } = builds[part]
  return withCheckoutLock(root, async () => {
    await ensurePackages(root, part, () => undefined)
    const child = startChild(root, {
      label,
      node,
      args: [join(root, script), '--if-stale'],
      // A terminal has the greeting of the service on it, and the progress of a build would scroll it away.
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      errors = `${errors}${text}`.slice(-KEPT_ERRORS)
    })
    const code = await followChild(child)
    if (code !== 0)
      throw new Error(`${title} could not be built (its build ended with ${code}). ${errors}`.trim())
  })
}
