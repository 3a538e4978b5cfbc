import { useQuery } from '@tanstack/react-query'
import { CatchBoundary, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { operationQuery } from '../api/use-operation.ts'
import { useTestClock } from '../clock/use-test-clock.ts'
import { TimeZone } from '../components/date-time.tsx'
import { Drawer } from '../components/dialog.tsx'
import { ClockAhead } from '../components/program-clock.ts'
import { BlockSkeleton } from '../components/skeleton.tsx'
import type { Tenant } from '../session/use-tenant.ts'
import { keepLastTenant } from './last-tenant.ts'
import { OverlayFailure } from './overlay-failure.tsx'
import { PaletteDialog } from './palette-dialog.tsx'
import { SideBar } from './side-bar.tsx'
import { StaleBar } from './stale-bar.tsx'
import { TestBar } from './test-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useShortcuts } from './use-shortcuts.ts'

// Loaded when it is first opened.
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((it) => ({ default: it.ShortcutsDialog })),
)

type Opened = 'nothing' | 'palette' | 'shortcuts' | 'menu'

/** Their times are those of the machine: sessions, the audit log, keys, deliveries, files, and what assistants ask. */
const machineSections: readonly string[] = ['settings', 'install', 'webhooks', 'transfers', 'waiting']

/** What is around every page of a program: side bar, top bar, and what opens over them. */
export function Shell({ tenant }: { readonly tenant: Tenant }) {
  const [opened, setOpened] = useState<Opened>('nothing')
  const close = () => setOpened('nothing')
  const section = useSection()
  const program = useQuery(operationQuery(tenant.alias, 'readProgram', undefined))
  const clock = useTestClock(tenant)
  const hasMachineTimes = machineSections.includes(section)
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
      <div
        style={{ '--top-bar-height': isTest ? '5.25rem' : '3.5rem' }}
        className="min-h-dvh md:pl-56 print:pl-0"
      >
        <aside
          aria-label="Side bar"
          className="fixed inset-y-0 left-0 hidden w-56 overflow-y-auto border-r border-line bg-surface md:block print:hidden"
        >
          <SideBar tenantAlias={tenant.alias} section={section} />
        </aside>
        <header className="sticky top-0 z-20 print:hidden">
          <TopBar
            tenant={tenant}
            section={section}
            onMenu={() => setOpened('menu')}
            onSearch={() => setOpened('palette')}
            onShortcuts={() => setOpened('shortcuts')}
          />
          {isTest && <TestBar tenant={tenant} hasMachineTimes={hasMachineTimes} />}
          <StaleBar />
        </header>
        <main id="main" tabIndex={-1} className="mx-auto max-w-7xl px-6 py-6 max-sm:px-4">
          {clock.isKnown ? (
            <ClockAhead value={hasMachineTimes ? 0 : clock.aheadMs}>
              <Outlet />
            </ClockAhead>
          ) : (
            <BlockSkeleton label="The clock of the program" height="22rem" />
          )}
        </main>
      </div>
      <Drawer isOpen={opened === 'menu'} onClose={close} title="Menu">
        <SideBar tenantAlias={tenant.alias} section={section} onNavigate={close} />
      </Drawer>
      <CatchBoundary
        getResetKey={() => opened}
        errorComponent={(props) => <OverlayFailure {...props} onClose={close} />}
      >
        {opened === 'palette' && <PaletteDialog tenant={tenant} section={section} onClose={close} />}
        <Suspense>{opened === 'shortcuts' && <ShortcutsDialog onClose={close} />}</Suspense>
      </CatchBoundary>
    </TimeZone>
  )
}

/** The name of the page in the side bar that is shown, or that the shown one belongs to. */
function useSection(): string {
  const name = useLocation({ select: ({ pathname }) => pathname.split('/').at(2) ?? 'home' })
  return name === 'accounts' || name === 'referrers' ? 'participants' : name
}

declare module 'react' {
  interface CSSProperties {
    '--top-bar-height'?: string
  }
}
