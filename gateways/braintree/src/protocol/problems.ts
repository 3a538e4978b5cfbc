import { type Cents, parseMoney } from '../model/money.ts'
/** Why a request was not carried out: one of the gateway's validation errors. */
export type Problem = {
  /** The gateway's number, as `81609`. */
  readonly code: string
  /** The field it is about, in snake_case. */
  readonly attribute: string
  readonly message: string
}

export function problem(code: string, attribute: string, message: string): Problem {
  return { code, attribute, message }
}

export type AmountProblems = Readonly<Record<'format' | 'negative' | 'tooLarge', Problem>>

/** @param called how the gateway calls the amount in sentences */
export function amountProblems(
  attribute: string,
  called: string,
  codes: Readonly<Record<keyof AmountProblems, string>>,
): AmountProblems {
  return {
    format: problem(codes.format, attribute, `${called} is an invalid format.`),
    negative: problem(codes.negative, attribute, `${called} cannot be negative.`),
    tooLarge: problem(codes.tooLarge, attribute, `${called} is too large.`),
  }
}

/** An amount of money from 0 to `most`; null for a text that is none. */
export function readMoney(
  text: string,
  most: Cents,
  { format, negative, tooLarge }: AmountProblems,
  problems: Problems,
): Cents | null {
  const amount = parseMoney(text)
  if (amount === null) problems.add(format)
  else if (amount < 0) problems.add(negative)
  else if (amount > most) problems.add(tooLarge)
  return amount
}

type Found = { readonly path: readonly string[]; readonly problem: Problem }

/** Problems with where each belongs: `['customer', 'credit_card']`, `['subscription', 'discounts', 'add', 'index_0']`. */
export class Problems {
  readonly found: Found[]
  readonly #path: readonly string[]

  constructor(path: readonly string[] = [], found: Found[] = []) {
    this.#path = path
    this.found = found
  }

  /** Returns the same list for a part of the request: its problems are added there. */
  at(...steps: readonly string[]): Problems {
    return new Problems([...this.#path, ...steps], this.found)
  }

  add(problem: Problem): void {
    this.found.push({ path: this.#path, problem })
  }

  get isEmpty(): boolean {
    return this.found.length === 0
  }
}
