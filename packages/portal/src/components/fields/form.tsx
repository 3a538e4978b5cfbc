import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Problem, problemOf } from '../../api/problem.ts'
import { count } from '../../format/number-text.ts'
import { Button } from '../button.tsx'
import { Notice } from '../texts/notice.tsx'
import { type FieldProblem, FormContext, type FormRules, isAbout } from './form-errors.ts'

type FormProps = {
  readonly onSubmit: () => void
  /** The error of the last submit, such as `mutation.error`; null for none. */
  readonly error: unknown
  readonly children: ReactNode
  /** Labels the form for screen readers where no heading does. */
  readonly label?: string
  /** The rules of the contract for the values: `bodyRules(endpoint.body, body)`. */
  readonly rules?: FormRules
}

const noLimits: FormRules['limitsOf'] = () => ({})

/**
 * `<Form onSubmit={() => save.mutate({ body })} error={save.error} rules={bodyRules(schema, body)}>fields and a submit
 * button</Form>`. Values that the service would refuse are not sent. A field whose `name` is the API's name of the value
 * shows its error; a summary above names those fields, and problems without a field. The first one gets the focus.
 */
export function Form({ onSubmit, error, children, label, rules }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [found, setFound] = useState<readonly FieldProblem[]>([])
  const [refusals, setRefusals] = useState(0)
  // The error of a submit is gone once its field is edited.
  const [editedError, setEditedError] = useState<unknown>(null)
  const problem = error === null || error === undefined || error === editedError ? null : problemOf(error)
  const problems = [...fieldProblemOf(problem), ...found]
  const summary = useSummary(form, problems, refusals)
  useEffect(() => {
    if (refusals === 0 && (error === null || error === undefined)) return
    const [first] = form.current === null ? [] : wrongControlsIn(form.current)
    if (first === undefined) form.current?.querySelector<HTMLElement>('[role="alert"]')?.focus()
    else first.focus()
  }, [error, refusals])
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (form.current === null) return
    const wrong = [...(rules?.wrongFields() ?? []), ...wrongInputsIn(form.current)]
    const isRefused = wrong.length > 0 || hasWrongValue(form.current)
    setFound(wrong)
    setRefusals(isRefused ? refusals + 1 : 0)
    if (isRefused) setEditedError(error)
    else onSubmit()
  }
  const forget = ({ target }: FormEvent) => {
    const name = target instanceof HTMLElement ? nameOf(target) : null
    if (name === null) return
    setFound((all) => all.filter((it) => !isAbout(it, name)))
    if (fieldProblemOf(problem).some((it) => isAbout(it, name))) setEditedError(error)
  }
  return (
    <FormContext value={{ problems, limitsOf: rules?.limitsOf ?? noLimits }}>
      <form
        ref={form}
        onSubmit={submit}
        onInput={forget}
        aria-label={label}
        noValidate
        className="flex flex-col gap-4"
      >
        <FormSummary
          problem={problem}
          isRefused={refusals > 0}
          {...summary}
          retry={problem?.canRetry === true && <Button onClick={() => submit()}>Try again</Button>}
        />
        {children}
      </form>
    </FormContext>
  )
}

/** The API’s name of what an input belongs to: of a group of boxes, that of the group. */
function nameOf(input: HTMLElement): string | null {
  return input.closest<HTMLElement>('[data-name]')?.dataset.name ?? input.getAttribute('name')
}

function fieldProblemOf(problem: Problem | null): readonly FieldProblem[] {
  return problem === null || problem.param === null ? [] : [{ param: problem.param, text: problem.text }]
}

type Summary = { readonly controls: readonly WrongControl[]; readonly others: readonly FieldProblem[] }

/** The fields that show an error, and the other problems for the summary; known once the fields are on the page. */
function useSummary(
  form: { readonly current: HTMLFormElement | null },
  problems: readonly FieldProblem[],
  refusals: number,
): Summary {
  const [summary, setSummary] = useState<Summary>({ controls: [], others: [] })
  useLayoutEffect(() => {
    if (form.current === null) return
    const isNeeded = problems.length > 0 || refusals > 0
    const controls = isNeeded ? wrongControlsIn(form.current) : []
    const others = isNeeded ? withoutField(form.current, problems) : []
    setSummary((before) => (textOf(before) === textOf({ controls, others }) ? before : { controls, others }))
  })
  return summary
}

function textOf({ controls, others }: Summary): string {
  return JSON.stringify([controls.map((it) => it.label), others])
}

type FormSummaryProps = {
  /** The problem of the last submit. */
  readonly problem: Problem | null
  /** Whether the form was not sent, because its values are invalid. */
  readonly isRefused: boolean
  /** The fields whose errors are shown at them. */
  readonly controls: readonly WrongControl[]
  /** The problems of values without a field here. */
  readonly others: readonly FieldProblem[]
  readonly retry: ReactNode
}

/** Above the fields of a form: which of them to look at, and what concerns none of them. */
function FormSummary({ problem, isRefused, controls, others, retry }: FormSummaryProps) {
  const isAtFields = controls.length > 0
  if (problem === null && !(isRefused && (isAtFields || others.length > 0))) return null
  const hasOwnText = problem !== null && (problem.param === null || !isAtFields)
  return (
    <Notice
      kind="danger"
      title={hasOwnText ? problem.title : titleOf(controls.length)}
      requestId={hasOwnText ? problem.requestId : null}
      actions={retry === false ? undefined : retry}
    >
      {hasOwnText && problem.text}
      {others
        .filter((it) => it.text !== problem?.text)
        .map((it) => (
          <p key={it.param}>
            {it.param}: {it.text}
          </p>
        ))}
      {isAtFields && (
        <ul className="flex flex-wrap gap-x-3">
          {controls.map(({ id, label, focus }) => (
            <li key={id}>
              <button type="button" onClick={focus} className="text-left underline">
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

function titleOf(fields: number): string {
  return fields === 0 ? 'Check what you entered' : `Check ${count(fields, 'field')}`
}

/** A field of a form whose error is shown at it. */
type WrongControl = { readonly id: string; readonly label: string; readonly focus: () => void }

/** The fields that show an error, from the first to the last, also in tabs that are not open. */
function wrongControlsIn(form: HTMLElement): readonly WrongControl[] {
  const controls = form.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-invalid]')
  return [...controls].map((control) => {
    const label = labelOf(control)
    return { id: control.id || label, label, focus: () => show(control) }
  })
}

/** The fields whose value the page itself knows to be wrong, such as a number out of its range. */
function hasWrongValue(form: HTMLElement): boolean {
  return form.querySelector('[data-wrong]') !== null
}

/** The problems of required fields by their own attributes, for forms whose values are no part of the contract. */
function wrongInputsIn(form: HTMLElement): readonly FieldProblem[] {
  return [...form.querySelectorAll<HTMLInputElement>(':required')].flatMap((input) => {
    const text = problemOfInput(input)
    return text === null ? [] : [{ param: input.name, text }]
  })
}

function problemOfInput({ value, minLength, type, validity }: HTMLInputElement): string | null {
  if (validity.valueMissing) return 'This field is required.'
  if (value.length < minLength) return `Enter at least ${minLength.toLocaleString()} characters.`
  return type === 'email' && validity.typeMismatch
    ? 'Enter an e-mail address, such as bob@example.com.'
    : null
}

/** The problems of fields that the form does not show. */
function withoutField(form: HTMLElement, problems: readonly FieldProblem[]): readonly FieldProblem[] {
  const named = [...form.querySelectorAll<HTMLElement>('[name], [data-name]')]
  const names = named.map((it) => it.dataset.name ?? it.getAttribute('name') ?? '')
  return problems.filter((problem) => !names.some((name) => isAbout(problem, name)))
}

function labelOf(control: HTMLElement): string {
  const label =
    'labels' in control ? (control as HTMLInputElement).labels?.[0] : control.querySelector('legend')
  // Without what stands behind it, such as that the field is optional.
  return label?.firstChild?.textContent ?? control.getAttribute('aria-label') ?? ''
}

/** Focuses a field, in a tab that is not open once it is. */
function show(control: HTMLElement): void {
  const target = control.matches('fieldset')
    ? (control.querySelector<HTMLElement>('input') ?? control)
    : control
  const panel = control.closest<HTMLElement>('[role="tabpanel"]')
  if (panel === null || !panel.hidden) {
    target.focus()
    return
  }
  const observer = new MutationObserver(() => {
    if (panel.hidden) return
    observer.disconnect()
    target.focus()
  })
  observer.observe(panel, { attributes: true, attributeFilter: ['hidden'] })
  // A tab opens when it gets the focus.
  document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.focus()
}
