import { attempt } from './attempt.ts'

type Tag = readonly [base: string, nonce: string, queueName: string]

/**
 * From the script's own tag, `<base>s/<version>/goodword.js`. `base`: where the service is, with a slash at the end.
 * `nonce`: by which the page's content security policy allows the script, empty on a page without one. `queueName`: the
 * name of the global array that holds the commands; undefined for a page that runs the script in another way. Only a
 * script element counts: an image may be named `currentScript` as well.
 */
export const [base = '', nonce, queueName] =
  attempt((): Tag | undefined => {
    const tag = document.currentScript
    if (tag instanceof HTMLScriptElement) {
      return [new URL('../..', tag.src).href, tag.nonce, tag.dataset.queue ?? '_gw']
    }
  }) ?? []
