import { attempt } from './attempt.ts'
import { find } from './find.ts'
import type { AutofillTarget } from './goodword.d.ts'

export type Autofill = {
  readonly add: (target: AutofillTarget) => void
  /** Fills what is on the page now. */
  readonly look: () => void
}

/** The code; empty if there is none, undefined while it is not known. */
export type CodeNow = () => string | undefined

/**
 * Brings the code to where it is wanted. Each field is looked at once, when the code is known and the field is there: what
 * a visitor has typed stays, and so does a field that was cleared.
 */
export function createAutofill(codeNow: CodeNow): Autofill {
  const targets = new Set<AutofillTarget>()
  const seen = new WeakSet<Element>()

  function serve(target: AutofillTarget): void {
    const code = codeNow()
    if (code === undefined) return
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

  return {
    add(target) {
      targets.add(target)
      serve(target)
    },
    look() {
      for (const target of targets) attempt(() => serve(target))
    },
  }
}

/** A name is compared as it is, so that brackets in it mean nothing. */
function selectorOf(target: string): string {
  return target.startsWith('name=') ? `[name="${CSS.escape(target.slice(5))}"]` : target
}

/**
 * Fills a field as if its text had been typed: frameworks that keep the value themselves listen, and shadow the
 * element's own setter.
 */
function fill(element: Element, code: string): void {
  if (Reflect.get(element, 'value') !== '') return
  Reflect.set(Object.getPrototypeOf(element), 'value', code, element)
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }))
}
