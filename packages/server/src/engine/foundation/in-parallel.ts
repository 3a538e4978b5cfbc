/**
 * Does work for one item after the other, several at a time, until it returns false for one. Work that has begun is waited for,
 * also when another fails. Returns whether it returned true for all.
 */
export async function inParallel<T>(
  items: Iterator<T> | AsyncIterator<T>,
  atOnce: number,
  work: (item: T) => Promise<boolean>,
): Promise<boolean> {
  let isStopped = false

  async function lane(): Promise<void> {
    while (!isStopped) {
      const { done, value } = await items.next()
      if (done === true) return
      if (!(await work(value))) isStopped = true
    }
  }

  const lanes = Array.from({ length: atOnce }, lane)
  await Promise.allSettled(lanes)
  await Promise.all(lanes)
  return !isStopped
}
