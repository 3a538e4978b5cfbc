import { createContext, useContext } from 'react'

/** A field that the service would refuse or has refused, by the API’s name of it, and what to enter instead. */
export type FieldProblem = { readonly param: string; readonly text: string }

/** The limits of a field in the contract. */
export type FieldLimits = {
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly maxLength?: number | undefined
}

/** The rules by which a form is checked before it is sent: `bodyRules` makes them of the contract. */
export type FormRules = {
  readonly wrongFields: () => readonly FieldProblem[]
  readonly limitsOf: (name: string) => FieldLimits
}

type FormState = {
  readonly problems: readonly FieldProblem[]
  readonly limitsOf: FormRules['limitsOf']
}

export const FormContext = createContext<FormState>({ problems: [], limitsOf: () => ({}) })

/** The error of the field with this name: the API names nested fields with dots and indexes. */
export function useFieldError(name: string | undefined): string | null {
  const { problems } = useContext(FormContext)
  return problems.find((it) => isAbout(it, name))?.text ?? null
}

/** The limits of the field with this name; none outside of a form with rules. */
export function useFieldLimits(name: string | undefined): FieldLimits {
  const { limitsOf } = useContext(FormContext)
  return name === undefined ? {} : limitsOf(name)
}

export function isAbout({ param }: FieldProblem, name: string | undefined): boolean {
  return name !== undefined && name !== '' && (param === name || param.startsWith(`${name}.`))
}
