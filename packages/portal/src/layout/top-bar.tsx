import { Menu as MenuIcon, Search } from 'lucide-react'
import { IconButton } from '../components/icon-button.tsx'
import type { Tenant } from '../session/use-session.ts'
import { AccountMenu } from './account-menu.tsx'
import { ProgramSwitch } from './program-switch.tsx'

type TopBarProps = {
  readonly tenant: Tenant
  readonly section: string
  readonly onMenu: () => void
  readonly onSearch: () => void
  readonly onShortcuts: () => void
}

export function TopBar({ tenant, section, onMenu, onSearch, onShortcuts }: TopBarProps) {
  return (
    <div className="flex h-14 items-center gap-2 border-b border-line bg-surface px-4 sm:px-6">
      <div className="-ml-2 md:hidden">
        <IconButton label="Menu" icon={<MenuIcon />} onClick={onMenu} />
      </div>
      <ProgramSwitch tenant={tenant} section={section} />
      <div className="flex-1" />
      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K"
        className="hidden w-56 items-center gap-2 rounded-md border border-line bg-page px-2.5 py-1.5 text-soft hover:border-strong-line lg:flex"
      >
        <Search aria-hidden className="size-4" />
        <span className="flex-1 text-left">Search</span>
        <kbd className="font-sans text-xs">{shortcutName}</kbd>
      </button>
      <div className="lg:hidden">
        <IconButton label="Search" icon={<Search />} onClick={onSearch} />
      </div>
      <AccountMenu tenantAlias={tenant.alias} onShortcuts={onShortcuts} />
    </div>
  )
}

const shortcutName = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'
