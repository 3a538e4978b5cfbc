/** Why a request was not carried out: one of the gateway's validation errors. */
export type Problem = {
  /** The gateway's number, as `81609`. */
  readonly code: string
  /** The field it is about, in snake_case. */
  readonly attribute: string
  readonly message: string
}

/** Problems with where each belongs: `['customer', 'credit_card']`, `['subscription', 'discounts', 'add', 'index_0']`. */
export class Problems {
  readonly found: { readonly path: readonly string[]; readonly problem: Problem }[] = []

  add(path: readonly string[], problem: Problem): void {
    this.found.push({ path, problem })
  }

  get isEmpty(): boolean {
    return this.found.length === 0
  }
}
