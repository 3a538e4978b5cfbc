import type { Welcome } from '@goodword/contract/pages/welcome'
import type { ask } from '../ask.ts'
import { warn } from '../attempt.ts'
import type { Publish } from '../events.ts'
import type { find } from '../find.ts'
import type { WelcomeOptions } from '../goodword.d.ts'
import { createCodeNotes } from './code-notes.ts'
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
