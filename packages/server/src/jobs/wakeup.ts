/** A wait that can be ended from outside. A wake-up that comes while nothing waits ends the next wait at once. */
export class Wakeup {
  #isAwake = false
  #end: (() => void) | null = null

  readonly wake = (): void => {
    this.#isAwake = true
    this.#end?.()
  }

  /** Waits for a wake-up, for at most so long; null waits as long as it takes. Returns whether one came. */
  async wait(ms: number | null): Promise<boolean> {
    if (!this.#isAwake) {
      await new Promise<void>((resolve) => {
        const timer = ms === null ? undefined : setTimeout(resolve, ms)
        this.#end = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#end = null
    const wasAwake = this.#isAwake
    this.#isAwake = false
    return wasAwake
  }
}
