import { type find, selectorOf } from '../find.ts'
import type { Look } from './greeting.ts'

const TYPING_PAUSE_MS = 400

/**
 * Writes beside code fields whose gift a code is and that it is applied, or why it does not work. While the visitor types,
 * a code that is not complete yet is not called wrong.
 */
export function createCodeNotes(look: Look, findAll: typeof find): (alias: string) => void {
  const fields = new WeakMap<Element, Element>()

  return (alias) => {
    // The attribute is of HTML elements, and names an input.
    for (const note of findAll('[data-goodword-code-note]') as HTMLElement[]) {
      const [field] = findAll(selectorOf(note.dataset.goodwordCodeNote || 'x')) as HTMLInputElement[]
      if (!field || fields.get(note) === field) continue
      fields.set(note, field)
      note.role = 'status'
      note.dir = 'auto'
      const check = checkOf(note, field, alias)
      field.addEventListener('input', () => check(true))
      field.addEventListener('change', () => check())
      check()
    }
  }

  function checkOf(note: HTMLElement, field: HTMLInputElement, alias: string) {
    let turn = 0
    return async (isTyping?: boolean) => {
      const mine = ++turn
      const code = field.value.trim()
      if (isTyping) {
        say(note, field)
        await new Promise((go) => setTimeout(go, TYPING_PAUSE_MS))
      }
      if (mine !== turn) return
      const welcome = code ? await look(alias, code) : undefined
      if (mine !== turn) return
      if (welcome?.offer) say(note, field, 'applied', welcome.offer.texts.applied)
      else if (!isTyping) say(note, field, welcome && 'wrong', welcome?.reason)
    }
  }
}

function say(note: HTMLElement, field: HTMLInputElement, state?: string | null, text?: string | null): void {
  note.textContent = text ?? ''
  note.dataset.state = state ?? ''
  field.ariaInvalid = state === 'wrong' ? 'true' : null
}
