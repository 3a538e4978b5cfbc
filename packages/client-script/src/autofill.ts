import { attempt } from './attempt.ts'
import { find, selectorOf } from './find.ts'
import type { AutofillTarget } from './goodword.d.ts'
import { codeNow } from './keep-code.ts'

const targets = new Set<AutofillTarget>()
const seen = new WeakSet<Element>()

/**
 * Brings the code to where it is wanted. Each field is looked at once, when the code is known and the field is there: what
 * a visitor has typed stays, and so does a field that was cleared.
 */
export function autofill(target: AutofillTarget): void {
  targets.add(target)
  fillAll()
}

/** Fills the fields that are on the page now. */
export function fillAll(): void {
  const code = codeNow()
  if (code === undefined) return
  for (const target of targets) attempt(() => serve(target, code))
}

function serve(target: AutofillTarget, code: string): void {
  if (typeof target === 'function') {
    targets.delete(target)
    target(code || undefined)
  } else if (code) {
    for (const element of find(selectorOf(target))) {
      if (!seen.has(element)) fill(element, code)
      seen.add(element)
    }
  }
}

/**
 * Fills a field as if its text had been typed: frameworks that keep the value themselves listen, and shadow the
 * element's own setter.
 */
function fill(element: Element, code: string): void {
  // An element without a value is no field.
  if ((element as HTMLInputElement).value !== '') return
  Reflect.set(Object.getPrototypeOf(element), 'value', code, element)
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }))
}
