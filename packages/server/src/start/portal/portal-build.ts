import type { Logger } from 'pino'

/** Builds by the program that started this process. */
export type LaterBuilds = {
  /** Each settles when that build has ended, either way; null without a build. */
  readonly portal: Promise<void> | null
  readonly docs: Promise<void> | null
  /** Says that a part may be built now, if it has to be. Until then it waits. */
  readonly begin: (part: Part) => void
}

const titles = { portal: 'portal', docs: 'documentation' } as const
type Part = keyof typeof titles

/** Null for a process that was started otherwise, or has its portal and its documentation. */
export function laterBuilds(logger: Logger): LaterBuilds | null {
  const { channel } = process
  const parts = process.env.GOODWORD_BUILT_LATER?.split(',')
  if (parts === undefined || !channel) return null
  const ended = (part: Part) =>
    parts.includes(part) ? new Promise<void>((resolve) => listen(part, logger, resolve)) : null
  const builds = { portal: ended('portal'), docs: ended('docs') }
  // A service that stops does not wait for them.
  channel.unref()
  // The program that builds may have ended.
  return { ...builds, begin: (part) => void (process.connected && process.send?.({ begin: part })) }
}

function listen(part: Part, logger: Logger, resolve: () => void): void {
  process.on('message', (message) => {
    const outcome: unknown = Object(message)[part]
    if (outcome === undefined) return
    if (outcome === 'built') logger.info(`${titles[part]} is built`)
    else logger.warn({ reason: outcome }, `${titles[part]} could not be built`)
    resolve()
  })
  process.once('disconnect', resolve)
}
