import { lazyRouteComponent } from '@tanstack/react-router'

/** The code of a page did not arrive: the service does not answer, or has another release by now. */
export class PageNotLoaded extends Error {
  constructor(cause: unknown) {
    super('the code of the page was not loaded', { cause })
    this.name = 'PageNotLoaded'
  }
}

/**
 * `component: pageComponent(() => import('./home-page.tsx'), 'HomePage')`: a page whose code is loaded when it is first opened.
 * The router would reload the document for an import that failed, which shows the browser's own error while the service
 * is down; as an error of ours it is shown inside of the portal, by `PageFailure`.
 */
export function pageComponent<Module extends Readonly<Record<string, unknown>>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw isNotLoaded(cause) ? new PageNotLoaded(cause) : cause
      }),
    name,
  )
}

/** Recognizes the errors of Chromium, Firefox and Safari for a module that failed to load; other errors are defects. */
function isNotLoaded(cause: unknown): boolean {
  return (
    cause instanceof TypeError &&
    /dynamically imported module|importing a module script failed/i.test(cause.message)
  )
}
