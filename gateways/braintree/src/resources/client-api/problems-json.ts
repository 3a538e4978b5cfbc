import type { Problems } from '../../protocol/problems.ts'

type FieldErrors = {
  readonly field: string
  readonly fieldErrors?: readonly FieldErrors[]
  readonly code?: string
  readonly message?: string
}

/** Problems in the format of the client API: below the card, each with its field. */
export function problemsJson(message: string, problems: Problems): unknown {
  const fieldErrors = problems.found.map(({ path, problem }): FieldErrors => {
    const own = { field: camelCase(problem.attribute), code: problem.code, message: problem.message }
    // The first step is the card itself.
    return path
      .slice(1)
      .reduceRight<FieldErrors>((below, step) => ({ field: camelCase(step), fieldErrors: [below] }), own)
  })
  return { error: { message }, fieldErrors: [{ field: 'creditCard', fieldErrors }] }
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
