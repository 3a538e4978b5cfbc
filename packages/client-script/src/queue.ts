import { attempt } from './attempt.ts'
import { run } from './commands.ts'
import { queueName } from './script-tag.ts'

declare const GOODWORD_VERSION: string

/**
 * Runs the commands that wait in the page's queue, and later ones as soon as they are pushed. The queue stays the one that
 * the page holds, unless it cannot be changed. A second copy of the script finds the first and does nothing.
 */
export function takeOverQueue(): void {
  if (!queueName) return
  // A page that fills its queue without end is not followed for ever.
  const MAX_WAITING = 1000
  // The page's own value of this name. Each access may throw, and may change nothing.
  const page = window as unknown as Record<string, Record<string | number, unknown>>
  const queue = page[queueName] ?? {}
  const read = (key: string | number) => attempt(() => queue[key] as { goodword?: string } | undefined)
  if (read('push')?.goodword) return
  // The loop below has no rounds for a length that is not a number.
  const length = read('length') as unknown as number
  const push = (...entries: unknown[]) => {
    for (const entry of entries) attempt(() => run(entry))
  }
  push.goodword = GOODWORD_VERSION
  attempt(() => {
    queue.push = push
  })
  page[queueName] = read('push') === push ? queue : { push }
  for (let index = 0; index < length && index < MAX_WAITING; index++) push(read(index))
}
