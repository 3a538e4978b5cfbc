import { type CSSProperties, createElement, type ReactElement, type ReactNode } from 'react'

type WidgetProps = {
  readonly className?: string
  readonly style?: CSSProperties
  /** Shown in its place where scripts do not run. */
  readonly children?: ReactNode
}

/** The widget of the user, in the page. Leave it out while no user is signed in: its room would stay empty. */
export function GoodwordWidget({ className, style, children }: WidgetProps): ReactElement {
  // React 18 hands `className` to a custom element as it is.
  return createElement('goodword-widget', { class: className, style }, children)
}
