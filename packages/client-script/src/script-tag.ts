export type Tag = {
  /** Where the service is, with a slash at the end. */
  readonly base: string
  /** The name of the global array that holds the commands. */
  readonly queueName: string
}

/**
 * Reads the script's own tag: `<base>s/<version>/goodword.js`. Only a script element counts: an image may be named
 * `currentScript` as well.
 *
 * @throws Error for a page that runs the script in another way
 */
export function readTag(): Tag {
  const tag = document.currentScript
  if (!(tag instanceof HTMLScriptElement)) throw new Error('load me with a script tag')
  return { base: new URL('../..', tag.src).href, queueName: tag.dataset.queue ?? '_gw' }
}
