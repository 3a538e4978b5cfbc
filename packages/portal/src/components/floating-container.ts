import { createContext, useContext } from 'react'

/** Where menus and tooltips are placed: in the open modal dialog, as all outside of it is inert; else in the page. */
export const FloatingContainer = createContext<HTMLElement | null>(null)

/** Returns the main part of the page when there is no dialog: all content of a page has to be in a landmark. */
export function useFloatingContainer(isOpen: boolean): HTMLElement | null {
  const dialog = useContext(FloatingContainer)
  return dialog ?? (isOpen ? document.querySelector('main') : null)
}
