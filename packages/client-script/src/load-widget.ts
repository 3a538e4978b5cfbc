import type * as Drawing from './widget/draw-widget.ts'

declare const GOODWORD_VERSION: string
/** The hash of the module that this release was made with. */
declare const GOODWORD_WIDGET_INTEGRITY: string

/**
 * Loads the code of popup and container: the module of this very release, by its hash. Only a link can name the hash of
 * a module: the import takes what the link has begun to load, and fails with it. Neither is a sink of trusted types, as
 * the address of a script element is. A browser that cannot preload modules (Safari before 17) imports without a hash.
 *
 * @param tries counts the calls: browsers remember that a module was not loaded from an address
 * @throws Error when it cannot be loaded
 */
export function loadWidget(base: string, nonce: string, tries: number): Promise<typeof Drawing> {
  const href = `${base}s/${GOODWORD_VERSION}/goodword-widget.js?${tries}`
  const link = document.createElement('link')
  Object.assign(link, { rel: 'modulepreload', integrity: GOODWORD_WIDGET_INTEGRITY, nonce, href })
  document.head.append(link)
  return import(href)
}
