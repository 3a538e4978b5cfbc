import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { problemOf } from '../api/problem.ts'
import { FormErrorsContext } from './form-errors.ts'
import { Notice } from './notice.tsx'

type FormProps = {
  readonly onSubmit: () => void
  /** The error of the last submit, such as `mutation.error`; null for none. */
  readonly error: unknown
  readonly children: ReactNode
  /** Labels the form for screen readers where no heading does. */
  readonly label?: string
}

/**
 * `<Form onSubmit={() => save.mutate(input)} error={save.error}>fields and a submit button</Form>`. A field whose `name`
 * is the API's name of the value shows its error, and gets the focus; what concerns no field stands above.
 */
export function Form({ onSubmit, error, children, label }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const problem = error === null || error === undefined ? null : problemOf(error)
  const errors =
    problem === null || problem.param === null ? null : { param: problem.param, text: problem.text }
  useEffect(() => {
    if (error === null || error === undefined) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = wrong ?? form.current?.querySelector<HTMLElement>('[role="alert"]')
    target?.focus()
  }, [error])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The browser says it in the words of the person's language; the API would name its own fields.
    const controls = form.current?.querySelectorAll<HTMLInputElement>(':required') ?? []
    const empty = [...controls].find((it) => it.validity.valueMissing)
    if (empty === undefined) onSubmit()
    else empty.reportValidity()
  }
  return (
    <FormErrorsContext value={errors}>
      <form ref={form} onSubmit={submit} aria-label={label} noValidate className="flex flex-col gap-4">
        {problem !== null && (
          <Notice kind="danger" title={problem.title} requestId={problem.requestId}>
            {problem.text}
          </Notice>
        )}
        {children}
      </form>
    </FormErrorsContext>
  )
}
