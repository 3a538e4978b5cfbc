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
export function createCommands(base: string): Run {
  const { publish, subscribe, forget } = createEvents()
  const memory = createMemory(base, landingCode())
  const autofill = createAutofill(memory.code)
  const { show, hide, embed, open, close } = createWidget(base, publish)
  /** For each program the `init` that is in effect. */
  const current = new Map<string, string>()
  onPageChange(() => {
    autofill.look()
    embed()
  })

  async function init(argument: unknown): Promise<void> {
    let program = ''
    let said: string | undefined
    const isCurrent = () => current.get(program) === said
    try {
      const { alias, identity } = readInit(argument)
      said = JSON.stringify(identity ?? '')
      if (current.get(alias) === said) return
      program = alias
      current.set(alias, said)
      const known = memory.follow(alias)
      autofill.look()
      if (identity) show({ alias, identity })
      else hide(alias)
      await known
      autofill.look()
      if (!identity || !isCurrent()) return
      const person = { ...identity, cookie_referral_code: memory.codeFor(alias) }
      const answer = await ask(`${base}api/v1/${alias}/open/identify`, person)
      if (isCurrent()) publish('identified', answer as never)
    } catch (error) {
      warn(error)
      if (!isCurrent()) return
      // Nothing of the last user stays visible, and the same command is executed again.
      if (said) current.delete(program)
      else logout()
      publish('failed', error as Error)
    }
  }

  function logout(): void {
    current.clear()
    hide()
    forget()
  }

  /** Everything that is not clearly consent is no consent. */
  function consent(...answer: unknown[]): void {
    memory.consent(answer.length === 0 || answer[0] === true || answer[0] === 'granted')
  }

  const commands = new Map<unknown, (...args: never) => unknown>([
    ['init', init],
    ['autofill', autofill.add],
    ['consent', consent],
    ['subscribe', subscribe],
    ['open', open],
    ['close', close],
    ['logout', logout],
  ] satisfies [Command[0], unknown][])
  return (entry) => {
    const [name, ...args] = [entry].flat()
    const command = commands.get(name)
    if (!command) throw new Error(`no command ${name}`)
    Reflect.apply(command, null, args)
  }
}
