import { setTimeout as pause } from 'node:timers/promises'

const ATTEMPTS = 5

/**
 * Does the work again as long as `mayRepeat` says of its failure that another try, on what is there by now, may do.
 * The pauses grow and differ, so that two who lost to each other do not meet again.
 */
export async function untilWon<T>(
  mayRepeat: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!mayRepeat(error) || attempt === ATTEMPTS) throw error
      await pause(Math.random() * 2 ** attempt)
    }
  }
}
