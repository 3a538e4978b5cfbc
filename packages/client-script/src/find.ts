/** The document and every open shadow root in it. */
export function openRoots(): (Document | ShadowRoot)[] {
  const roots: (Document | ShadowRoot)[] = [document]
  // The list grows during the iteration: shadow roots contain others.
  for (const root of roots) {
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot)
  }
  return roots
}

/** Everything on the page that a selector finds. */
export function find(selector: string): Element[] {
  return openRoots().flatMap((root) => [...root.querySelectorAll(selector)])
}

/** The selector of a field that is named `name=…` or by a selector. The name is compared as it is: brackets in it mean nothing. */
export function selectorOf(target: string): string {
  return target.replace(/^name=(.*)/s, (_, name) => `[name="${CSS.escape(name)}"]`)
}
