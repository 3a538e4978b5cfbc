import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useRole } from '../session/use-role.ts'
import { openSections } from './navigation.ts'

type Shortcuts = { readonly onPalette: () => void; readonly onHelp: () => void }

/** How long after `g` the name of a page is waited for. */
const SEQUENCE_MS = 1500

/** `g` and a letter open a page, Ctrl or ⌘ and K the command palette, `?` the list of shortcuts. */
export function useShortcuts(tenantAlias: string, shortcuts: Shortcuts): void {
  const navigate = useNavigate()
  const { canWrite } = useRole()
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    let startedAt = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        latest.current.onPalette()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('dialog[open]') !== null) return
      const section = openSections({ canWrite }).find((it) => it.key === event.key)
      if (event.timeStamp - startedAt < SEQUENCE_MS && section !== undefined) {
        event.preventDefault()
        void navigate({ to: `/${tenantAlias}/${section.name}` as string })
      } else if (event.key === '?') {
        latest.current.onHelp()
      }
      startedAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigate, tenantAlias, canWrite])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [role="menu"]') !== null
}
