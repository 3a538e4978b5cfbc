/** The process has more work than it manages; the same request may succeed a moment later. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
  readonly retryable = true
}

/** A single instance: creating a stack for each of thousands of rejections per second is too slow. */
export const overloaded = new Overloaded('more requests are under way than this process takes')
