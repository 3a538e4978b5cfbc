import { once } from 'node:events'

/** `npm run test:all`; `npm test` looks at each page once, and reports what does not come sooner. */
export const isFullRun = process.env.GOODWORD_TESTS === 'all'

/**
 * How long a test waits for what a page or the service shall do: a hundred times as long as it takes. A test of a defect fails
 * in seconds, except in the full run, which may share the machine with anything.
 */
export const waitLimitMs = isFullRun ? 120_000 : 20_000

/** Awaits what has no limit of its own, as some calls of a browser do, so that an error names what hangs. */
export function endsWithin<T>(limitMs: number, name: string, work: Promise<T>): Promise<T> {
  const late = once(AbortSignal.timeout(limitMs), 'abort').then(() => {
    throw new Error(`${name} did not end within ${limitMs / 1000} s`)
  })
  return Promise.race([work, late])
}
