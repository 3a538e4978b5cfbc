import type { Command, CommandQueue, EventDetails, EventName } from '@goodword/client-script/goodword.d'
import type { GoodwordOptions } from './options.ts'

type Listener = (detail: unknown) => void

/**
 * The script knows no unsubscribing, so it gets one listener for each event of a page, and this list changes. A late
 * listener gets the last event, as in the script.
 */
const listeners = new Map<string, Set<Listener>>()
const last = new Map<string, unknown>()

/** Listens to an event of the script until the returned function is called. A late listener gets the last one. */
export function on<Name extends EventName>(
  name: Name,
  listener: (detail: EventDetails[Name]) => void,
): () => void {
  if (typeof window === 'undefined') return () => {}
  // Each listener is called with the details of its own event.
  const added: Listener = (detail) => (listener as Listener)(detail)
  const known = listeners.get(name)
  if (known === undefined) {
    const all = new Set([added])
    listeners.set(name, all)
    push(['subscribe', name, (detail: unknown) => publish(name, detail)] as never)
  } else {
    known.add(added)
    if (last.has(name)) added(last.get(name))
  }
  return () => void listeners.get(name)?.delete(added)
}

/** Later listeners do not get earlier events. */
export function forgetEvents(): void {
  last.clear()
}

function publish(name: string, detail: unknown): void {
  last.set(name, detail)
  for (const listener of [...(listeners.get(name) ?? [])]) {
    try {
      listener(detail)
    } catch (error) {
      // The others hear of it all the same.
      reportError(error)
    }
  }
}

/** Commands of before the first `init`, which names the queue: effects of inner components run before those of outer ones. */
const waiting: Command[] = []
let queue: CommandQueue | undefined

/** On a server, commands go nowhere. */
export function push(command: Command): void {
  if (typeof window === 'undefined') return
  if (queue === undefined) waiting.push(command)
  else queue.push(command)
}

/** Loads the script of the service, unless a tag of the page does, and hands over what waits. */
export function loadScript({ url, version = 'v1', ...options }: GoodwordOptions): void {
  const name = options.queue ?? '_gw'
  queue = queueNamed(name)
  const src = new URL(`${url.replace(/[/]$/, '')}/s/${version}/goodword.js`, location.href).href
  const isLoaded =
    'goodword' in queue.push || [...document.scripts].some((it) => it.src.split('?')[0] === src)
  if (!isLoaded) document.head.append(tagOf(src, name, options))
  queue.push(...waiting.splice(0))
}

/** The script replaces an array that cannot be changed, so the queue is looked up again by its name. */
function queueNamed(name: string): CommandQueue {
  const known: CommandQueue | undefined = Reflect.get(window, name)
  if (known !== undefined) return known
  const made: CommandQueue = []
  Reflect.set(window, name, made)
  return made
}

function tagOf(src: string, queueName: string, { integrity, nonce }: Partial<GoodwordOptions>) {
  const tag = document.createElement('script')
  tag.async = true
  if (integrity !== undefined) Object.assign(tag, { integrity, crossOrigin: 'anonymous' })
  if (nonce !== undefined) tag.nonce = nonce
  if (queueName !== '_gw') tag.dataset.queue = queueName
  // The next `init` tries again.
  tag.onerror = () => {
    tag.remove()
    console.warn(`Goodword: ${src} could not be loaded`)
  }
  tag.src = src
  return tag
}
