import { createContext, useContext } from 'react'

/** Where menus and tooltips are placed: in the open modal dialog, as all outside of it is inert; else in the page. */
export const FloatingContainer = createContext<HTMLElement | null>(null)

export function useFloatingContainer(): HTMLElement | null {
  return useContext(FloatingContainer)
}
