/** There is more to do than the process manages; the same request is right a moment later. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
  readonly retryable = true
}

/** Always the same one: whoever turns thousands away in a second has no time for thousands of stacks. */
export const overloaded = new Overloaded('more requests are under way than this process takes')
