/**
 * `base`: where the service is, with a slash at the end. `queueName`: the name of the global array that holds the
 * commands. `nonce`: by which the page's content security policy allows the script, empty on a page without one.
 */
type Tag = readonly [base: string, queueName: string, nonce: string]

/**
 * Reads the script's own tag: `<base>s/<version>/goodword.js`. Only a script element counts: an image may be named
 * `currentScript` as well.
 *
 * @throws Error for a page that runs the script in another way
 */
export function readTag(): Tag {
  const tag = document.currentScript
  if (!(tag instanceof HTMLScriptElement)) throw new Error('no script tag')
  return [new URL('../..', tag.src).href, tag.dataset.queue ?? '_gw', tag.nonce]
}
