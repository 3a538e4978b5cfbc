type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void)>>
type Child = Node | string | null

/**
 * Creates an element. Strings become text nodes only; a function listens to the event that
 * it is named after (`onclick` is `click`).
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(attribute.slice(2), value)
    else if (typeof value === 'string') made.setAttribute(attribute, value)
    else made.toggleAttribute(attribute, value)
  }
  made.append(...children.filter((it) => it !== null))
  return made
}
