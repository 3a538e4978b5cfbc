import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CatchBoundary,
  type ErrorComponentProps,
  Link,
  Outlet,
  useLocation,
  useNavigate,
} from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { problemOf } from '../api/problem.ts'
import { operationQuery } from '../api/use-operation.ts'
import { allowSignInDialog } from '../api/with-sign-in.ts'
import { useTestClock } from '../clock/use-test-clock.ts'
import { classes } from '../components/classes.ts'
import { IconButton } from '../components/icon-button.tsx'
import { Dialog, Drawer } from '../components/overlays/dialog.tsx'
import { ClockAhead } from '../components/program-clock.ts'
import { TimeZone } from '../components/texts/date-time.tsx'
import { Notice } from '../components/texts/notice.tsx'
import { BlockSkeleton } from '../components/texts/skeleton.tsx'
import { type Tenant, useRole } from '../session/use-session.ts'
import { AccountMenu } from './account-menu.tsx'
import { keepChoice } from './kept-choice.ts'
import { Logo } from './logo.tsx'
import { FOR_ADMINS, openSections, sections } from './navigation.ts'
import { PaletteField } from './palette/palette-field.tsx'
import { ProgramSwitch } from './program-switch.tsx'
import { TestBar } from './test-bar.tsx'

const CommandPalette = lazy(() =>
  import('./palette/command-palette.tsx').then((it) => ({ default: it.CommandPalette })),
)

// Loaded when it is first opened.
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((it) => ({ default: it.ShortcutsDialog })),
)

type Opened = 'nothing' | 'palette' | 'shortcuts' | 'menu'

/** Their times are those of the machine: sessions, the audit log, keys, deliveries, files, and what assistants ask. */
const machineSections: readonly string[] = ['settings', 'install', 'webhooks', 'transfers', 'waiting']

const REFRESH_MS = 60_000

const MAX_SHOWN = 99

/** The frame of every page of a program: side bar, top bar, and overlays. */
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
  useEffect(() => keepChoice('program', tenant.alias), [tenant.alias])
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
  return name === 'accounts' || name === 'referrers' ? 'users' : name
}

declare module 'react' {
  interface CSSProperties {
    '--top-bar-height'?: string
  }
}

/** Stands in for what opens over pages while its code cannot be loaded: the page below stays as it is. */
function OverlayFailure({ onClose }: ErrorComponentProps & { readonly onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="This could not be loaded">
      <Notice kind="danger" title="The service did not answer">
        Save what you have typed, then reload the page.
      </Notice>
    </Dialog>
  )
}

type PaletteDialogProps = {
  readonly tenant: Tenant
  readonly section: string
  readonly onClose: () => void
}

/**
 * Pages, programs, people and accounts by typing. The field is shown at once and its text is kept here, because the palette
 * itself is loaded when it is first opened.
 */
function PaletteDialog({ tenant, section, onClose }: PaletteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  // Before the browser handles the next key, and after the field is part of the page: a closed dialog takes no focus.
  useLayoutEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label="Command palette"
      onClose={onClose}
      onMouseDown={(event) => event.target === dialog.current && onClose()}
      className="mx-auto mt-[12vh] mb-auto w-[calc(100%-2rem)] max-w-xl rounded-xl bg-surface text-text shadow-floating"
    >
      <Suspense fallback={<PaletteField value={typed} onChange={setTyped} />}>
        <CommandPalette tenant={tenant} section={section} typed={typed} onType={setTyped} onClose={onClose} />
      </Suspense>
    </dialog>
  )
}

type SideBarProps = {
  readonly tenantAlias: string
  readonly section: string
  readonly onNavigate?: () => void
}

/** The pages of a program, each with icon and words. */
function SideBar({ tenantAlias, section, onNavigate }: SideBarProps) {
  const { canWrite } = useRole()
  return (
    <>
      {onNavigate === undefined && (
        <Link
          to="/$tenantAlias/home"
          params={{ tenantAlias }}
          className="flex h-14 items-center gap-2 px-5 font-semibold"
        >
          <Logo />
          Goodword
        </Link>
      )}
      <nav aria-label="Pages" className={onNavigate === undefined ? 'px-3 py-2' : undefined}>
        {sections.map((group) => (
          <ul key={group[0]?.name} className="mb-3 flex flex-col gap-0.5">
            {group.map(({ name, label, icon: Icon, isForAdmins }) => (
              <li key={name}>
                {isForAdmins === true && !canWrite ? (
                  <ClosedEntry label={label} icon={<Icon aria-hidden className="size-4 shrink-0" />} />
                ) : (
                  <Link
                    to={`/${tenantAlias}/${name}` as string}
                    onClick={onNavigate}
                    preload="intent"
                    aria-current={name === section ? 'page' : undefined}
                    className={classes(
                      'flex items-center gap-2.5 rounded-md px-2.5 py-1.5 pointer-coarse:py-2.5',
                      name === section
                        ? 'bg-accent-soft font-medium text-link'
                        : 'text-soft hover:bg-hover hover:text-text',
                    )}
                  >
                    <Icon aria-hidden className="size-4 shrink-0" />
                    {label}
                    {name === 'review' && <ReviewCount tenantAlias={tenantAlias} />}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        ))}
      </nav>
    </>
  )
}

/** A page that would refuse the person, with the reason: they know that it exists, and which role sees it. */
function ClosedEntry({ label, icon }: { readonly label: string; readonly icon: ReactNode }) {
  return (
    <span className="flex cursor-not-allowed items-start gap-2.5 rounded-md px-2.5 py-1.5 text-soft [&_svg]:mt-0.5">
      {icon}
      <span>
        {label}
        <span className="block text-xs">{FOR_ADMINS}</span>
      </span>
    </span>
  )
}

/** How many referrals wait for a decision, behind the name of the page; nothing for none. */
function ReviewCount({ tenantAlias }: { readonly tenantAlias: string }) {
  const attention = useQuery({
    ...operationQuery(tenantAlias, 'readAttention', undefined),
    refetchInterval: REFRESH_MS,
  })
  const waiting = attention.data?.items.find((it) => it.kind === 'REVIEW_WAITING')
  if (waiting === undefined) return null
  const isMore = waiting.isMore || waiting.count > MAX_SHOWN
  return (
    <span className="ml-auto rounded-full bg-accent px-1.5 text-xs font-medium text-on-accent">
      {isMore ? `${MAX_SHOWN}+` : waiting.count}
      <span className="sr-only"> waiting</span>
    </span>
  )
}

type Shortcuts = { readonly onPalette: () => void; readonly onHelp: () => void }

/** How long after `g` the name of a page is waited for. */
const SEQUENCE_MS = 1500

/** `g` and a letter open a page, Ctrl or ⌘ and K the command palette, `?` the list of shortcuts. */
function useShortcuts(tenantAlias: string, shortcuts: Shortcuts): void {
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

type TopBarProps = {
  readonly tenant: Tenant
  readonly section: string
  readonly onMenu: () => void
  readonly onSearch: () => void
  readonly onShortcuts: () => void
}

function TopBar({ tenant, section, onMenu, onSearch, onShortcuts }: TopBarProps) {
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

/** Says that the data of a page could not be refreshed; they stay on the page with all typed values. */
function StaleBar() {
  const queries = useQueryClient()
  const error = useSyncExternalStore(
    (listener) => queries.getQueryCache().subscribe(listener),
    () => failedRefreshes(queries)[0]?.state.error ?? null,
  )
  const [isBusy, setBusy] = useState(false)
  if (error === null) return null
  const retry = async () => {
    setBusy(true)
    allowSignInDialog()
    await Promise.all(failedRefreshes(queries).map((it) => it.fetch().catch(() => undefined)))
    setBusy(false)
  }
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-3 bg-warning-soft px-4 py-1.5 text-center"
    >
      <span>{problemOf(error).title}, so what you see may be old.</span>
      <button
        type="button"
        aria-disabled={isBusy || undefined}
        onClick={() => void (isBusy || retry())}
        className="font-medium underline"
      >
        Try again
      </button>
    </div>
  )
}

/** The queries of the page whose refresh failed for a temporary reason. */
function failedRefreshes(queries: QueryClient) {
  return queries.getQueryCache().findAll({
    type: 'active',
    predicate: ({ state }) =>
      state.status === 'error' && state.data !== undefined && problemOf(state.error).canRetry,
  })
}
