import type { Logger } from 'pino'

/** A build of the portal by the program that started this process. */
export type PortalBuild = {
  /** Settles when it has ended, either way. */
  readonly ended: Promise<void>
  /** Says that the service answers, which the build waits for. */
  readonly begin: () => void
}

/** Null for a process that was started otherwise, or has its portal. */
export function portalBuild(logger: Logger): PortalBuild | null {
  const { channel } = process
  if (process.env.GOODWORD_PORTAL_LATER === undefined || !channel) return null
  const ended = new Promise<void>((resolve) => {
    process.once('message', (message) => {
      const outcome = String(Object(message).portal)
      if (outcome === 'built') logger.info('portal is built')
      else logger.warn({ reason: outcome }, 'portal could not be built')
      resolve()
    })
    process.once('disconnect', resolve)
  })
  // A service that stops does not wait for it.
  channel.unref()
  return { ended, begin: () => void process.send?.({ isAnswering: true }) }
}
