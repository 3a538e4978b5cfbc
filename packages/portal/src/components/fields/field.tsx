import { CircleQuestionMark, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useFieldError } from './form-errors.ts'

export type FieldProps = {
  readonly label: string
  /** The API's name of the value, by which the form finds the field of an error. */
  readonly name?: string | undefined
  /** One sentence that helps to fill it in. */
  readonly hint?: ReactNode | undefined
  /** The error of a check in the page; an error of the API comes by the form. */
  readonly error?: string | null | undefined
  readonly isOptional?: boolean | undefined
  /** The label is for screen readers only, as in a bar of filters. */
  readonly hasHiddenLabel?: boolean | undefined
}

type ControlProps = {
  readonly id: string
  readonly name: string | undefined
  readonly 'aria-invalid': true | undefined
  /** The page itself knows that the value is wrong, so that the form is not sent. */
  readonly 'data-wrong': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** Label, hint and error around a control: every field is made of it. */
export function Field({
  label,
  name,
  hint,
  error = null,
  isOptional = false,
  hasHiddenLabel = false,
  children,
}: FieldProps & { readonly children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const fromForm = useFieldError(name)
  const shown = error ?? fromForm
  const describedBy = [shown === null ? null : `${id}-error`, hint === undefined ? null : `${id}-hint`]
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={hasHiddenLabel ? 'sr-only' : 'font-medium'}>
        {label}
        {isOptional && <span className="font-normal text-soft"> (optional)</span>}
      </label>
      {children({
        id,
        name,
        'aria-invalid': shown === null ? undefined : true,
        'data-wrong': error === null ? undefined : true,
        'aria-describedby': describedBy.filter((it) => it !== null).join(' ') || undefined,
      })}
      {shown !== null && (
        <p id={`${id}-error`} className="text-danger">
          {shown}
        </p>
      )}
      {hint !== undefined && <Hint id={`${id}-hint`} label={label} hint={hint} />}
    </div>
  )
}

type FieldGroupProps = {
  readonly label: string
  readonly name?: string | undefined
  readonly children: ReactNode
}

/** A list of choices, with the error of the form below them: `<FieldGroup label="Events" name="types">boxes</FieldGroup>` */
export function FieldGroup({ label, name, children }: FieldGroupProps) {
  const id = useId()
  const error = useFieldError(name)
  return (
    <fieldset
      className="flex flex-col gap-2"
      data-name={name}
      data-invalid={error === null ? undefined : true}
      aria-describedby={error === null ? undefined : `${id}-error`}
    >
      <legend className="mb-1 font-medium">{label}</legend>
      {children}
      {error !== null && (
        <p id={`${id}-error`} className="text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type HintProps = {
  readonly id: string
  /** The subject of the hint. */
  readonly label: ReactNode
  readonly hint: ReactNode
}

/** The first sentence of a hint; the rest of it opens by the question mark. */
export function Hint({ id, label, hint }: HintProps) {
  const [first, rest] = typeof hint === 'string' ? partsOf(hint) : [hint, null]
  const [isOpen, setOpen] = useState(false)
  const Icon = isOpen ? X : CircleQuestionMark
  return (
    <p className="text-xs text-soft">
      <span id={id}>
        {first}
        {isOpen && ` ${rest}`}
      </span>
      {rest !== null && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="-my-1 inline-grid size-6 place-items-center rounded-full align-middle hover:bg-hover hover:text-text"
        >
          <Icon aria-hidden className="size-3.5" />
          <span className="sr-only">More about {label}</span>
        </button>
      )}
    </p>
  )
}

/** A full stop within an address or a number ends no sentence. */
function partsOf(hint: string): readonly [first: string, rest: string | null] {
  const end = /[.!?] (?=[A-Z`„“])/.exec(hint)
  return end === null ? [hint, null] : [hint.slice(0, end.index + 1), hint.slice(end.index + 2)]
}
