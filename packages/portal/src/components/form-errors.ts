import { createContext, useContext } from 'react'

/** What is wrong with the field that the API named, for the fields of the form around. */
export type FormErrors = { readonly param: string; readonly text: string } | null

export const FormErrorsContext = createContext<FormErrors>(null)

/** The error of the field with this name: the API names nested fields with dots and indexes. */
export function useFieldError(name: string | undefined): string | null {
  const errors = useContext(FormErrorsContext)
  if (errors === null || name === undefined) return null
  const isOwn = errors.param === name || errors.param.startsWith(`${name}.`)
  return isOwn ? errors.text : null
}
