import { ask } from './ask.ts'
import { warn } from './attempt.ts'
import { createAutofill } from './autofill.ts'
import { createEvents } from './events.ts'
import type { Command } from './goodword.d.ts'
import { readInit } from './init-fields.ts'
import { landingCode } from './landing-code.ts'
import { createMemory } from './memory.ts'
import { onPageChange } from './page-changes.ts'
import type { Run } from './queue.ts'
import { createWidget } from './widget.ts'

/** The commands of a page. A command throws on invalid input, and the queue logs it. */
export function createCommands(base: string, nonce: string): Run {
  const [publish, subscribe, forget] = createEvents()
  const [follow, answerConsent, codeFor, code] = createMemory(base, landingCode())
  const autofill = createAutofill(code)
  const [show, draw] = createWidget(base, nonce, publish)
  /** The `init` that is in effect for each program. */
  const current = new Map<string, string>()
  onPageChange(() => {
    autofill.look()
    draw()
  })

  async function init(argument: unknown): Promise<void> {
    let alias = ''
    let said: string | undefined
    const isCurrent = () => current.get(alias) === said
    try {
      const [program, identity] = readInit(argument)
      alias = program
      said = JSON.stringify(identity ?? '')
      if (isCurrent()) return
      current.set(alias, said)
      const known = follow(alias)
      autofill.look()
      show(alias, identity)
      await known
      autofill.look()
      if (!identity || !isCurrent()) return
      const person = { ...identity, cookie_referral_code: codeFor(alias) }
      const answer = await ask(`${base}api/v1/${alias}/open/identify`, person)
      if (isCurrent()) publish('identified', answer as never)
    } catch (error) {
      warn(error)
      if (!isCurrent()) return
      // Nothing of the last user stays visible, and the same command is executed again.
      if (said) current.delete(alias)
      else logout()
      publish('failed', error as Error)
    }
  }

  function logout(): void {
    current.clear()
    show()
    forget()
  }

  /** Everything that is not clearly consent is no consent. */
  function consent(...answer: unknown[]): void {
    answerConsent(answer.length === 0 || answer[0] === true || answer[0] === 'granted')
  }

  const commands = new Map<unknown, (...args: never[]) => unknown>([
    ['init', init],
    ['autofill', autofill.add],
    ['consent', consent],
    ['subscribe', subscribe],
    ['open', () => draw(true)],
    ['close', () => draw(false)],
    ['logout', logout],
  ] satisfies [Command[0], unknown][])
  return (entry) => {
    const [name, ...args] = [entry].flat()
    // What pages push is checked by the commands themselves.
    const command = commands.get(name) as ((...args: unknown[]) => unknown) | undefined
    if (!command) throw new Error(`no command ${name}`)
    command(...args)
  }
}
