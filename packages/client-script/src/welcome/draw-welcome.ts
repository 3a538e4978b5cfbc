import type { Welcome } from '@goodword/contract/pages/welcome'
import type { ask } from '../ask.ts'
import { warn } from '../attempt.ts'
import type { Publish } from '../events.ts'
import { type find, selectorOf } from '../find.ts'
import type { WelcomeOptions } from '../goodword.d.ts'
import { createGreeting, type Look } from './greeting.ts'

/**
 * The greeting of a friend, and the notes beside code fields: shows what the page has a place for.
 *
 * @param programs the programs of the page with what `init` said of the user, if it did
 * @param codeFor the code that the visitor has for a program
 * @param wanted what the page asked for; without it only an element with the attribute is a place for the greeting
 */
function drawWelcome(
  base: string,
  request: typeof ask,
  findAll: typeof find,
  publish: Publish,
  programs: ReadonlyMap<string, string | undefined>,
  codeFor: (alias: string) => string | undefined,
  wanted: () => WelcomeOptions | undefined,
): () => void {
  const answers = new Map<string, Promise<Welcome | undefined>>()
  const look: Look = (alias, code) => {
    const locale = document.documentElement.lang || navigator.language
    const address = `${base}api/v1/${alias}/open/welcome?${new URLSearchParams({ code, locale })}`
    // Answers of the service have the shape of the contract.
    const answer = answers.get(address) ?? (request(address).catch(warn) as Promise<Welcome | undefined>)
    answers.set(address, answer)
    return answer
  }
  const greet = createGreeting(look, publish)
  const writeNotes = createCodeNotes(look, findAll)

  return () => {
    const options = wanted()
    const aliases = [...programs.keys()]
    const alias = aliases.find(codeFor) ?? aliases[0]
    if (!alias) return greet()
    writeNotes(alias)
    const [place] = findAll(options?.selector || '[data-goodword-welcome]')
    const isWanted = options && !options.selector
    const code = codeFor(alias)
    if (code && !programs.get(alias) && (place || isWanted)) greet(alias, code, place)
    else greet()
  }
}

// Both modules have their function under one short name, which makes the script smaller.
export { drawWelcome as draw }

const TYPING_PAUSE_MS = 400

/**
 * Writes beside code fields whose gift a code is and that it is applied, or why it does not work. While the visitor types,
 * a code that is not complete yet is not called wrong.
 */
function createCodeNotes(look: Look, findAll: typeof find): (alias: string) => void {
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
