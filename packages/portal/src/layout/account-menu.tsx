import { useNavigate } from '@tanstack/react-router'
import { Bot, CircleUser, Keyboard, LogOut, Monitor, Moon, Sun, User } from 'lucide-react'
import { useState } from 'react'
import { Menu } from '../components/overlays/menu.tsx'
import { useSession, useSignOut } from '../session/use-session.ts'
import { chooseTheme, readTheme, type Theme } from './theme.ts'

const themeItems = [
  { theme: 'system', label: 'System theme', icon: <Monitor /> },
  { theme: 'light', label: 'Light theme', icon: <Sun /> },
  { theme: 'dark', label: 'Dark theme', icon: <Moon /> },
] as const

type AccountMenuProps = {
  /** The program of the page, if it has one. */
  readonly tenantAlias?: string
  readonly onShortcuts?: () => void
}

/** Own account, what waits for the person, theme, shortcuts, sign out. */
export function AccountMenu({ tenantAlias, onShortcuts }: AccountMenuProps) {
  const { staff } = useSession()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const [theme, setTheme] = useState<Theme>(readTheme)
  const choose = (next: Theme) => {
    chooseTheme(next)
    setTheme(next)
  }
  const waiting =
    tenantAlias === undefined
      ? []
      : [
          {
            label: 'Waiting for you',
            icon: <Bot />,
            onSelect: () => void navigate({ to: '/$tenantAlias/waiting', params: { tenantAlias } }),
          },
        ]
  const shortcuts =
    onShortcuts === undefined
      ? []
      : [{ label: 'Keyboard shortcuts', hint: '?', icon: <Keyboard />, onSelect: onShortcuts }]
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Account of ${staff.name}`}
          className="inline-flex size-9 items-center justify-center rounded-full text-soft hover:bg-hover hover:text-text pointer-coarse:size-11"
        >
          <CircleUser aria-hidden className="size-5" />
        </button>
      }
      groups={[
        {
          heading: staff.email,
          items: [
            { label: 'Your account', icon: <User />, onSelect: () => void navigate({ to: '/account' }) },
            ...waiting,
            ...shortcuts,
          ],
        },
        {
          items: themeItems.map(({ theme: each, label, icon }) => ({
            label,
            icon,
            isCurrent: each === theme,
            ...(each === theme ? { hint: 'On' } : {}),
            onSelect: () => choose(each),
          })),
        },
        { items: [{ label: 'Sign out', icon: <LogOut />, onSelect: () => void signOut() }] },
      ]}
    />
  )
}
