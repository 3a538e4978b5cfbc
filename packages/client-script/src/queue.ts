import { attempt } from './attempt.ts'

/** Runs one command as a page pushed it: anything at all. */
export type Run = (entry: unknown) => void

declare const GOODWORD_VERSION: string

/**
 * Runs what waits in the page's queue, and from then on what is pushed, at once. The queue stays the one that the page
 * holds, unless it cannot be changed. A second copy of the script finds the first and does nothing.
 */
export function takeOverQueue(name: string, run: Run): void {
  // A page that fills its queue without end is not followed for ever.
  const MAX_WAITING = 1000
  const queue: object = Reflect.get(window, name) ?? []
  const read = (key: string | number): unknown => attempt(() => Reflect.get(queue, key))
  if (Object(read('push')).goodword) return
  const length = Number(read('length'))
  const push = (...entries: unknown[]) => {
    for (const entry of entries) attempt(() => run(entry))
  }
  push.goodword = GOODWORD_VERSION
  attempt(() => Reflect.set(queue, 'push', push))
  Reflect.set(window, name, read('push') === push ? queue : { push })
  for (let index = 0; index < Math.min(length, MAX_WAITING); index++) push(read(index))
}
