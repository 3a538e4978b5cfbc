import type { AutofillTarget } from '@goodword/client-script/goodword.d'
import { push } from './script.ts'

/** Fills the code of the share link in: `name=<field>`, a CSS selector, or a function that gets it once. */
export function autofill(target: AutofillTarget): void {
  push(['autofill', target])
}

/** What the visitor answered to your question about storage. */
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
