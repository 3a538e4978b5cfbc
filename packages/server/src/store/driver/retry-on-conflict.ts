import { setTimeout as pause } from 'node:timers/promises'
import { isRetryable } from './database-error.ts'

const ATTEMPTS = 5

/**
 * Runs the work again while it fails with a serialization conflict or a lost connection, up to five times. The pauses
 * grow and are random, so that two transactions do not conflict again at once.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS) throw error
      await pause(Math.random() * 2 ** attempt)
    }
  }
}
