import { attempt } from './attempt.ts'
import { run } from './commands.ts'
import { queueName } from './script-tag.ts'

declare const GOODWORD_VERSION: string

/**
 * Runs what waits in the page's queue, and from then on what is pushed, at once. The queue stays the one that the page
 * holds, unless it cannot be changed. A second copy of the script finds the first and does nothing.
 */
export function takeOverQueue(): void {
  if (!queueName) return
  // A page that fills its queue without end is not followed for ever.
  const MAX_WAITING = 1000
  const queue: object = Reflect.get(window, queueName) ?? []
  const read = (key: string | number): unknown => attempt(() => Reflect.get(queue, key))
  if (Object(read('push')).goodword) return
  // What is no number is less than none.
  const length = read('length') as number
  const push = (...entries: unknown[]) => {
    for (const entry of entries) attempt(() => run(entry))
  }
  push.goodword = GOODWORD_VERSION
  attempt(() => Reflect.set(queue, 'push', push))
  Reflect.set(window, queueName, read('push') === push ? queue : { push })
  for (let index = 0; index < length && index < MAX_WAITING; index++) push(read(index))
}
