import type { AutofillTarget, Offer, WelcomeOptions } from '@goodword/client-script/goodword.d'
import { on, push } from './events.ts'

/** Fills the code of the share link in: `name=<field>`, a CSS selector, or a function that gets it once. */
export function autofill(target: AutofillTarget): void {
  push(['autofill', target])
}

/** Greets a friend who came by a share link, in the element that the selector names, or over the page. */
export function welcome(options: WelcomeOptions = {}): void {
  push(['welcome', options])
}

/**
 * Gets what a friend is offered, for a page that draws it itself: the script draws nothing while a listener is there.
 *
 * @returns ends the listening
 */
export function onOffer(listener: (offer: Offer) => void): () => void {
  if (typeof window === 'undefined') return () => {}
  const cancel = (event: Event) => event.preventDefault()
  addEventListener('goodword:offer', cancel)
  const stop = on('offer', listener)
  welcome()
  return () => {
    removeEventListener('goodword:offer', cancel)
    stop()
  }
}

/** Passes on the visitor's answer to your question about storage. */
export function consent(isGiven: boolean): void {
  push(['consent', isGiven])
}

/** Opens the widget as a popup, now or when a user is identified. */
export function open(): void {
  push(['open'])
}

export function close(): void {
  push(['close'])
}
