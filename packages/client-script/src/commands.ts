import { ask } from './ask.ts'
import { warn } from './attempt.ts'
import { createAutofill } from './autofill.ts'
import { createEvents } from './events.ts'
import { readInit } from './init-fields.ts'
import { landingCode } from './landing-code.ts'
import { createMemory } from './memory.ts'
import { onPageChange } from './page-changes.ts'
import type { Run } from './queue.ts'
import { createWidget } from './widget.ts'

/** Everything that a page can ask for. A command throws on what it cannot use, and the queue tells of it. */
export function createCommands(base: string): Run {
  const { publish, subscribe } = createEvents()
  const memory = createMemory(base, landingCode())
  const autofill = createAutofill(memory.code)
  const { show, embed, open, close } = createWidget(base, publish)
  onPageChange(() => {
    autofill.look()
    embed()
  })

  async function init(argument: unknown): Promise<void> {
    try {
      const { alias, identity } = readInit(argument)
      memory.follow(alias)
      autofill.look()
      if (!identity) return
      const person = { ...identity, cookie_referral_code: memory.codeFor(alias) }
      show({ alias, identity: person })
      publish('identified', await ask(`${base}api/v1/${alias}/open/identify`, person))
    } catch (error) {
      warn(error)
      publish('failed', error)
    }
  }

  /** Whatever is not clearly a yes is a no. */
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
  ])
  return (entry) => {
    const [name, ...args] = [entry].flat()
    const command = commands.get(name)
    if (!command) throw new Error(`no command ${name}`)
    Reflect.apply(command, null, args)
  }
}
