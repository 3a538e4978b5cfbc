import { ask } from './ask.ts'
import { warn } from './attempt.ts'
import { autofill, fillAll } from './autofill.ts'
import { publish, publishedEvents, subscribe } from './events.ts'
import { find } from './find.ts'
import type { Command, WelcomeOptions } from './goodword.d.ts'
import { readInit } from './init-fields.ts'
import { answerConsent, codeFor, codeNow, follow } from './keep-code.ts'
import { lazyModule } from './lazy-module.ts'
import { onPageChange } from './page-changes.ts'
import { base } from './script-tag.ts'
import type * as Drawing from './welcome/draw-welcome.ts'
import { openWidget, showUser } from './widget.ts'

/** The hash of the module that this release was made with. */
declare const GOODWORD_WELCOME_INTEGRITY: string

/** The `init` that is in effect for each program; undefined for one without a user. */
const current = new Map<string, string | undefined>()
let greeting: WelcomeOptions | undefined

/** Its code is loaded when there is a friend to greet, or a note to write beside a code field. */
const drawWelcome = lazyModule(
  'welcome',
  GOODWORD_WELCOME_INTEGRITY,
  () =>
    (codeNow() && (greeting || find('[data-goodword-welcome]')[0])) || find('[data-goodword-code-note]')[0],
  (module: typeof Drawing) => module.draw(base, ask, find, publish, current, codeFor, () => greeting),
)

const commands = {
  // No name that objects have by themselves is a command.
  __proto__: null,
  init,
  autofill,
  consent: answerConsent,
  subscribe,
  open: () => openWidget(true),
  close: () => openWidget(false),
  logout,
  welcome(options: unknown) {
    greeting = Object(options)
    look()
  },
} satisfies Readonly<Record<Command[0], unknown>> & { readonly __proto__: null } as object

/** Runs one command as a page pushed it: anything at all. It throws on invalid input, and the queue logs it. */
export function run(entry: unknown): void {
  const [name, ...args] = [entry].flat()
  // The commands check the values that pages push; a value that is no name matches no command.
  const command = (commands as Partial<Record<string, (...args: unknown[]) => unknown>>)[name as string]
  if (!command) throw new Error(`no command ${name}`)
  command(...args)
}

onPageChange(look)

function look(): void {
  fillAll()
  drawWelcome()
  openWidget()
}

async function init(argument: unknown): Promise<void> {
  let alias = ''
  let said: string | undefined
  const isCurrent = () => current.get(alias) === said
  try {
    const [program, identity] = readInit(argument)
    alias = program
    said = JSON.stringify(identity)
    // A snippet without a user does not overwrite the user of another snippet of the page.
    if (identity ? isCurrent() : current.has(alias)) return
    current.set(alias, said)
    const known = follow(alias)
    if (identity) showUser({ alias, identity })
    look()
    await known
    look()
    if (!identity || !isCurrent()) return
    const answer = await ask(`${base}api/v1/${alias}/open/identify`, {
      ...identity,
      cookie_referral_code: codeFor(alias),
    })
    if (isCurrent()) publish('identified', answer as never)
  } catch (error) {
    warn(error)
    if (isCurrent()) {
      // The same command is executed again.
      current.delete(alias)
      publish('failed', error as Error)
    }
  }
}

function logout(): void {
  current.clear()
  showUser()
  // Later listeners do not get the events of this user.
  publishedEvents.clear()
  look()
}
