import { parentPort, workerData } from 'node:worker_threads'
import { type Attacked, attacks } from './attacks.ts'

/** What a thread of its own does: what it costs to attack must not delay who measures. */
export type Order = { readonly name: string; readonly attacked: Attacked; readonly seconds: number }

// The test starts it with nothing else.
const { name, attacked, seconds } = workerData as Order
parentPort?.postMessage(await attacks[name]?.(attacked, seconds))
