import { element } from '../element.ts'

/** A part with a headline, which is its name for screen readers. */
export function section(id: string, title: string, ...children: readonly (Node | null)[]): HTMLElement {
  const heading = element('h2', { id: `${id}-title` }, title)
  return element('section', { id, 'aria-labelledby': heading.id }, heading, ...children)
}
