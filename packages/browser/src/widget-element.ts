/** The room that the widget takes, so that nothing below moves when it appears. A rule of the page for the element wins. */
const ROOM = ':host{display:block;min-height:40rem}@media(max-width:30rem){:host{min-height:46rem}}'

/**
 * Defines `<goodword-widget>`, which holds the widget of the user that `init` identified. A page has one: the script fills
 * the first container. Its class is made here, because a server has no `HTMLElement`.
 */
export function defineWidgetElement(): void {
  if (customElements.get('goodword-widget') !== undefined) return
  customElements.define(
    'goodword-widget',
    class extends HTMLElement {
      constructor() {
        super()
        const root = this.attachShadow({ mode: 'open' })
        const container = document.createElement('div')
        container.id = 'goodword'
        root.append(container)
        // A policy that forbids style elements allows these.
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(ROOM)
        root.adoptedStyleSheets = [sheet]
      }
    },
  )
}
