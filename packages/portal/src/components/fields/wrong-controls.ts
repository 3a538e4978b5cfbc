import { type FieldProblem, isAbout } from './form-errors.ts'

/** A field of a form whose error is shown at it. */
export type WrongControl = { readonly id: string; readonly label: string; readonly focus: () => void }

/** The fields that show an error, from the first to the last, also in tabs that are not open. */
export function wrongControlsIn(form: HTMLElement): readonly WrongControl[] {
  const controls = form.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-invalid]')
  return [...controls].map((control) => {
    const label = labelOf(control)
    return { id: control.id || label, label, focus: () => show(control) }
  })
}

/** The fields whose value the page itself knows to be wrong, such as a number out of its range. */
export function hasWrongValue(form: HTMLElement): boolean {
  return form.querySelector('[data-wrong]') !== null
}

/** What is wrong with required fields by their own attributes, for forms whose values are no part of the contract. */
export function wrongInputsIn(form: HTMLElement): readonly FieldProblem[] {
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
export function withoutField(form: HTMLElement, problems: readonly FieldProblem[]): readonly FieldProblem[] {
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
