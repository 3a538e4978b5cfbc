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

/**
 * Builds the portal, with the packages that nothing else of a running service needs, as soon as `service` says that it
 * answers and tells it how that ended.
 */
export function buildPortalLater(root, node, service) {
  service.once('message', async () => {
    const outcome = await buildPortal(root, node).then(
      () => 'built',
      (error) => error.message,
    )
    if (service.connected) service.send({ portal: outcome })
  })
}

function buildPortal(root, node) {
  return withCheckoutLock(root, async () => {
    await ensurePackages(root, 'portal', () => undefined)
    const child = startChild(root, {
      label: 'portal:build',
      node,
      args: [join(root, 'packages', 'portal', 'build.ts'), '--if-stale'],
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const code = await followChild(child)
    if (code !== 0) throw new Error(`The portal could not be built (its build ended with ${code}).`)
  })
}
