import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { operationQuery } from '../api/use-operation.ts'
import { TimeZone } from '../components/date-time.tsx'
import { Drawer } from '../components/dialog.tsx'
import type { Tenant } from '../session/use-tenant.ts'
import { keepLastTenant } from './last-tenant.ts'
import { SideBar } from './side-bar.tsx'
import { TestBar } from './test-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useShortcuts } from './use-shortcuts.ts'

// Loaded when they are first opened.
const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((it) => ({ default: it.CommandPalette })),
)
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((it) => ({ default: it.ShortcutsDialog })),
)

type Opened = 'nothing' | 'palette' | 'shortcuts' | 'menu'

/** What is around every page of a program: side bar, top bar, and what opens over them. */
export function Shell({ tenant }: { readonly tenant: Tenant }) {
  const [opened, setOpened] = useState<Opened>('nothing')
  const close = () => setOpened('nothing')
  const section = useSection()
  const program = useQuery(operationQuery(tenant.alias, 'readProgram', undefined))
  useShortcuts(tenant.alias, {
    onPalette: () => setOpened((it) => (it === 'palette' ? 'nothing' : 'palette')),
    onHelp: () => setOpened('shortcuts'),
  })
  useEffect(() => keepLastTenant(tenant.alias), [tenant.alias])
  const isTest = tenant.mode === 'test'
  return (
    <TimeZone value={program.data?.timeZone ?? 'UTC'}>
      <a
        href="#main"
        className="absolute -top-20 left-4 z-50 rounded-md bg-accent px-4 py-2 text-on-accent focus:top-2"
      >
        Skip to the content
      </a>
      <div style={{ '--top-bar-height': isTest ? '5.25rem' : '3.5rem' }} className="min-h-dvh md:pl-56">
        <aside
          aria-label="Side bar"
          className="fixed inset-y-0 left-0 hidden w-56 overflow-y-auto border-r border-line bg-surface md:block"
        >
          <SideBar tenantAlias={tenant.alias} section={section} />
        </aside>
        <header className="sticky top-0 z-20">
          <TopBar
            tenant={tenant}
            section={section}
            onMenu={() => setOpened('menu')}
            onSearch={() => setOpened('palette')}
            onShortcuts={() => setOpened('shortcuts')}
          />
          {isTest && <TestBar />}
        </header>
        <main id="main" tabIndex={-1} className="mx-auto max-w-7xl px-6 py-6 max-sm:px-4">
          <Outlet />
        </main>
      </div>
      <Drawer isOpen={opened === 'menu'} onClose={close} title="Menu">
        <SideBar tenantAlias={tenant.alias} section={section} onNavigate={close} />
      </Drawer>
      <Suspense>
        {opened === 'palette' && <CommandPalette tenant={tenant} section={section} onClose={close} />}
        {opened === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </TimeZone>
  )
}

/** The name of the page in the side bar that is shown, or that the shown one belongs to. */
function useSection(): string {
  return useLocation({ select: ({ pathname }) => pathname.split('/').at(2) ?? 'home' })
}

declare module 'react' {
  interface CSSProperties {
    '--top-bar-height'?: string
  }
}
