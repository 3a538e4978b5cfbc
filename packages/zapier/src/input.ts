import type { Bundle } from './zapier.ts'

type Input = Pick<Bundle, 'inputData'>

/** A field as text; undefined where the user left it empty. */
export function textOf({ inputData }: Input, key: string): string | undefined {
  const value = inputData[key]
  return value === undefined || value === null || value === '' ? undefined : String(value)
}

export function numberOf(input: Input, key: string): number | undefined {
  const text = textOf(input, key)
  return text === undefined ? undefined : Number(text)
}

/** Zapier gives booleans, and texts of them. */
export function flagOf(input: Input, key: string): boolean | undefined {
  const text = textOf(input, key)
  return text === undefined ? undefined : text === 'true'
}

/** One of the words that a field offers; another word is sent as it is, so that the service can refuse it by name. */
export function choiceOf<Choice extends string>(input: Input, key: string): Choice | undefined {
  // The service checks it, and its answer says which words there are.
  return textOf(input, key) as Choice | undefined
}
