import { parentPort, workerData } from 'node:worker_threads'
import { type Attacked, attacks, flood } from './attacks.ts'

/** The order to an attacking thread: an attack must not slow down the measuring thread. */
export type Order = {
  readonly attacked: Attacked
  readonly seconds: number
  /** One of the ways by its name, or requests that so many connections send in turn. */
  readonly way: string | { readonly requests: readonly string[]; readonly connections: number }
}

// The test starts it with nothing else.
const { way, attacked, seconds } = workerData as Order
const attack = () => {
  if (typeof way === 'string') return attacks[way]?.(attacked, seconds)
  const { requests, connections } = way
  return flood(attacked.port, seconds, connections, (index) => requests[index % requests.length] ?? '')
}
parentPort?.postMessage(await attack())
