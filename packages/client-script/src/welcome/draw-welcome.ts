import type { Welcome } from '@goodword/contract/welcome'
import type { ask } from '../ask.ts'
import { warn } from '../attempt.ts'
import type { Publish } from '../events.ts'
import type { find } from '../find.ts'
import type { WelcomeOptions } from '../goodword.d.ts'
import { createCodeNotes } from './code-notes.ts'
import { createGreeting, type Look } from './greeting.ts'

/** Shows what the page has a place for. Without options only an element with the attribute is a place for the greeting. */
export type DrawWelcome = (options: WelcomeOptions | undefined) => void

/** What `init` is remembered as on a page without a user. */
const NOBODY = '""'

/**
 * The greeting of a friend, and the notes beside code fields.
 *
 * @param programs the programs of the page with what `init` said of the user
 * @param codeFor the code that the visitor has for a program
 */
export function drawWelcome(
  base: string,
  request: typeof ask,
  findAll: typeof find,
  publish: Publish,
  programs: ReadonlyMap<string, string | undefined>,
  codeFor: (alias: string) => string | undefined,
): DrawWelcome {
  const answers = new Map<string, Promise<Welcome | undefined>>()
  const look: Look = (alias, code) => {
    const locale = document.documentElement.lang || navigator.language
    const address = `${base}api/v1/${alias}/open/welcome?${new URLSearchParams({ code, locale })}`
    const answer = answers.get(address) ?? lookUp(address)
    answers.set(address, answer)
    return answer
  }
  async function lookUp(address: string): Promise<Welcome | undefined> {
    try {
      // What the service answers has the shape of the contract.
      return (await request(address)) as Welcome
    } catch (error) {
      warn(error)
    }
  }
  const greet = createGreeting(look, publish)
  const writeNotes = createCodeNotes(look, findAll)

  return (options) => {
    const aliases = [...programs.keys()]
    const alias = aliases.find(codeFor) ?? aliases[0]
    if (!alias) return greet()
    writeNotes(alias)
    const [place] = findAll(options?.selector || '[data-goodword-welcome]')
    const isWanted = options && !options.selector
    const code = codeFor(alias)
    if (code && programs.get(alias) === NOBODY && (place || isWanted)) greet(alias, code, place)
    else greet()
  }
}
