import type { ReactNode } from 'react'
import type { Problem } from '../api/problem.ts'
import { count } from '../format/count.ts'
import type { FieldProblem } from './form-errors.ts'
import { Notice } from './notice.tsx'
import type { WrongControl } from './wrong-controls.ts'

type FormSummaryProps = {
  /** What became of the last submit. */
  readonly problem: Problem | null
  /** Whether the form was not sent, because of what is in it. */
  readonly isRefused: boolean
  /** The fields whose errors are shown at them. */
  readonly controls: readonly WrongControl[]
  /** What is wrong with values that have no field here. */
  readonly others: readonly FieldProblem[]
  readonly retry: ReactNode
}

/** Above the fields of a form: which of them to look at, and what concerns none of them. */
export function FormSummary({ problem, isRefused, controls, others, retry }: FormSummaryProps) {
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
