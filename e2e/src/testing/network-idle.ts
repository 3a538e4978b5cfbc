import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Request } from 'playwright-core'
import { waitLimitMs } from './full-run.ts'

const IDLE_MS = 500

/**
 * Watches the requests of a context from now on. The function that it returns resolves once no request was in progress for
 * half a second after its call.
 *
 * The state `networkidle` of Playwright may never come (https://github.com/microsoft/playwright/issues/42598), and counts
 * as reached when it was reached at any time before.
 */
export function watchNetwork(context: BrowserContext): () => Promise<void> {
  const inProgress = new Set<Request>()
  let endedAt = 0
  const end = (request: Request) => {
    inProgress.delete(request)
    endedAt = performance.now()
  }
  context.on('request', (request) => inProgress.add(request))
  context.on('requestfinished', end)
  context.on('requestfailed', end)
  return async () => {
    const calledAt = performance.now()
    while (inProgress.size > 0 || performance.now() - Math.max(endedAt, calledAt) < IDLE_MS) {
      if (performance.now() - calledAt > waitLimitMs) {
        throw new Error(`The network is not idle: ${[...inProgress].map((it) => it.url()).join(', ')}`)
      }
      await delay(50)
    }
  }
}
