import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { classes } from '../components/classes.ts'
import { Menu } from '../components/overlays/menu.tsx'
import { type Tenant, tenantsOf, useSession } from '../session/use-session.ts'

type ProgramSwitchProps = { readonly tenant: Tenant; readonly section: string }

/** Shows the program and mode of the page, and switches to the same page of another one. */
export function ProgramSwitch({ tenant, section }: ProgramSwitchProps) {
  const goTo = useGoToProgram(section)
  const { merchants } = useSession()
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            aria-label={`Program: ${tenant.programName} of ${tenant.merchant.name}`}
            className="flex min-h-9 min-w-0 items-center gap-1.5 rounded-md px-2 font-medium hover:bg-hover"
          >
            <span className="truncate">{tenant.programName}</span>
            <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-soft" />
          </button>
        }
        groups={merchants.map((merchant) => ({
          heading: merchant.name,
          items: tenantsOf([merchant]).map(({ alias, programName, mode }) => ({
            label: programName,
            hint: mode === 'test' ? 'Test' : 'Live',
            isCurrent: alias === tenant.alias,
            onSelect: () => goTo(alias),
          })),
        }))}
      />
      <ModeSwitch tenant={tenant} goTo={goTo} />
    </div>
  )
}

function ModeSwitch({ tenant, goTo }: { readonly tenant: Tenant; readonly goTo: (alias: string) => void }) {
  const { alias, mode, otherMode } = tenant
  const aliases = mode === 'live' ? { live: alias, test: otherMode } : { live: otherMode, test: alias }
  return (
    <fieldset className="flex shrink-0 rounded-md border border-line bg-page p-0.5">
      <legend className="sr-only">Mode</legend>
      {(['live', 'test'] as const).map((each) => {
        const target = aliases[each]
        return (
          <button
            key={each}
            type="button"
            aria-pressed={each === mode}
            disabled={target === null}
            onClick={() => target !== null && each !== mode && goTo(target)}
            className={classes(
              'min-h-7 rounded px-2.5 text-xs font-medium',
              each !== mode && 'text-soft hover:text-text',
              each === mode && (mode === 'test' ? 'bg-test text-on-test' : 'bg-surface shadow-raised'),
            )}
          >
            {each === 'live' ? 'Live' : 'Test'}
          </button>
        )
      })}
    </fieldset>
  )
}

/**
 * Opens the same page of another program, with the same tab and filters. The subject of the page, such as one referral,
 * does not exist there.
 */
export function useGoToProgram(section: string): (alias: string) => void {
  const navigate = useNavigate()
  return (alias) => void navigate({ to: `/${alias}/${section}` as string, search: withoutRecords as never })
}

/** The search parameters that name records of one program. */
const recordNames: ReadonlySet<string> = new Set([
  'cursor',
  'accountId',
  'referringAccountId',
  'reward',
  'notification',
  'delivery',
  'import',
  'entry',
])

function withoutRecords(search: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !recordNames.has(name)))
}
