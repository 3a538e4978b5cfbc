import { backOff, MAX_TRIES } from './ask.ts'
import { attempt, warn } from './attempt.ts'
import { publish } from './events.ts'
import { base, nonce } from './script-tag.ts'

declare const GOODWORD_VERSION: string

/** Draws, now or when the module is there; what the page asked for by a command is also loaded after the last try. */
export type DrawByModule = (isAsked?: boolean) => void

/**
 * A module of this very release, which is loaded by its hash when it is due, with retries and backoff. Only a link can name
 * the hash of a module: the import takes what the link has begun to load, and fails with it. Neither is a sink of trusted
 * types, as the address of a script element is. A browser that cannot preload modules (Safari before 17) imports without
 * a hash. Each try has an address of its own: browsers remember that a module was not loaded from one.
 *
 * @param isDue whether the page uses the module by now
 * @param made makes of the module what draws
 */
export function lazyModule<Module>(
  name: 'widget' | 'welcome',
  integrity: string,
  isDue: () => unknown,
  made: (module: Module) => () => void,
): DrawByModule {
  let draw: (() => void) | undefined
  let isLoading = false
  let tries = 0

  return async function look(isAsked?: boolean): Promise<void> {
    if (draw) return attempt(draw)
    if (isLoading || !(isAsked || tries < MAX_TRIES) || !isDue()) return
    isLoading = true
    try {
      const href = `${base}s/${GOODWORD_VERSION}/goodword-${name}.js?${++tries}`
      const link = document.createElement('link')
      Object.assign(link, { rel: 'modulepreload', integrity, nonce, href })
      document.head.append(link)
      draw = made(await import(href))
    } catch (error) {
      warn(error)
      if (tries < MAX_TRIES) await backOff(tries)
      else publish(`${name}-failed`, { reason: 'unreachable' })
    }
    isLoading = false
    look()
  }
}
