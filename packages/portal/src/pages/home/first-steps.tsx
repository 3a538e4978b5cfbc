import type { IntegrationStep } from '@goodword/client'
import { Link } from '@tanstack/react-router'
import { Check, CircleAlert } from 'lucide-react'
import { useOperation } from '../../api/use-operation.ts'
import { classes } from '../../components/classes.ts'
import { ProgramLink } from '../../components/links.tsx'
import { Unread } from '../../components/texts/error-state.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { count } from '../../format/number-text.ts'
import { useRole, useTenant } from '../../session/use-session.ts'

const REFRESH_MS = 5000

/** The progress of a program without a referral, refreshed while the page is open. */
export function NewProgram() {
  const integration = useOperation('readIntegration', undefined, { refreshMs: REFRESH_MS })
  useOperation('listReferrals', { query: { limit: 1 } }, { refreshMs: REFRESH_MS })
  if (integration.isError || integration.data === undefined)
    return <Unread query={integration} label="First steps" height="22rem" />
  return (
    <>
      <NoReferral refreshMs={REFRESH_MS} />
      <FirstSteps steps={integration.data.steps} />
    </>
  )
}

/** The next step while users have codes but no friend used one; nothing without users. */
function NoReferral({ refreshMs }: { readonly refreshMs: number }) {
  const people = useOperation('listUsers', { query: { limit: 1 } }, { refreshMs })
  if (people.data === undefined || people.data.count === 0) return null
  const total = people.data.totalCount
  return (
    <Notice
      kind="info"
      title={`${total === null ? 'More than 10,000 people' : count(total, 'person', 'people')} can refer, and no friend has come yet`}
      actions={
        <>
          <ProgramLink isPlain page="users">
            Find a share link
          </ProgramLink>
          <ProgramLink isPlain page="widget">
            Set up the widget
          </ProgramLink>
          <ProgramLink isPlain page="emails">
            Set up e-mails
          </ProgramLink>
        </>
      }
    >
      Each of them has a share link of their own, but has to see it: show it on your pages with the widget, or
      write to them. To try it yourself, open a share link in a private window, and sign up there as a friend.
    </Notice>
  )
}

type StepName = IntegrationStep['step']

/** The steps of a new program; each is done when all its checks by the service are. */
const firstSteps = [
  {
    title: 'Set up the program',
    hint: 'What friends and referrers get, and under Links and pages the page that share links lead to.',
    needs: ['PROGRAM_ACTIVE', 'LANDING_PAGE_SET'],
    to: '/$tenantAlias/program',
    action: 'Open the program',
    isForAdmins: false,
  },
  {
    title: 'Add the snippet to your pages',
    hint: 'It remembers which link a visitor came by, and fills in their code.',
    needs: ['SCRIPT_LOADED'],
    to: '/$tenantAlias/install',
    action: 'Copy the snippet',
    isForAdmins: false,
  },
  {
    title: 'Let your server report sign-ups',
    hint: 'It sends the account of each new customer, with the code they typed or came by, and needs an API key for it.',
    needs: ['SERVER_CALLED'],
    to: '/$tenantAlias/install',
    search: { tab: 'keys' },
    action: 'Create an API key',
    isForAdmins: true,
  },
  {
    title: 'Connect your payment processor',
    hint: 'It tells the service who paid, and takes discounts off bills.',
    needs: ['PROCESSOR_CONNECTED'],
    to: '/$tenantAlias/install',
    search: { tab: 'authorize' },
    action: 'Connect it',
    isForAdmins: true,
  },
  {
    title: 'Get the first referral',
    hint: 'Sign in on your own pages: everybody who does gets a share link. Open that link in a private window, and sign up there as a friend.',
    needs: [],
    to: '/$tenantAlias/users',
    action: 'Find a share link',
    isForAdmins: false,
  },
] as const satisfies readonly {
  readonly title: string
  readonly hint: string
  readonly needs: readonly StepName[]
  readonly to: string
  readonly search?: { readonly tab: string }
  readonly action: string
  readonly isForAdmins: boolean
}[]

/** A checklist instead of empty charts, until there is a referral. */
function FirstSteps({ steps }: { readonly steps: readonly IntegrationStep[] }) {
  const tenant = useTenant()
  const { canWrite } = useRole()
  if (tenant === null) return null
  const { alias, mode, otherMode } = tenant
  const found = new Map(steps.map((it) => [it.step, it]))
  const isDone = (needs: readonly StepName[]) =>
    needs.length > 0 && needs.every((it) => found.get(it)?.state === 'DONE')
  const next = firstSteps.findIndex((it) => !isDone(it.needs))
  return (
    <section className="card">
      <header className="px-5 pt-4 pb-1">
        <h2 className="text-base font-semibold">First steps</h2>
        <p className="mt-1 text-soft">
          {mode === 'test'
            ? 'Try everything here in test mode: nothing is real, and your live program is not touched. Figures appear on this page with the first referral.'
            : 'This is your live program. Figures appear on this page with the first referral.'}
          {mode === 'live' && otherMode !== null && (
            <>
              {' '}
              <Link
                to="/$tenantAlias/home"
                params={{ tenantAlias: otherMode }}
                className="text-link underline"
              >
                Try it in test mode first
              </Link>
              .
            </>
          )}
        </p>
      </header>
      <ol className="py-2">
        {firstSteps.map(({ title, hint, needs, action, isForAdmins, ...place }, index) => {
          const missing = needs.map((it) => found.get(it)).find((it) => it?.state === 'WARNING')
          return (
            <li
              key={title}
              className="grid grid-cols-[auto_1fr_auto] items-start gap-x-3 gap-y-1 px-5 py-3 max-sm:grid-cols-[auto_1fr]"
            >
              <Mark number={index + 1} isDone={isDone(needs)} isNext={index === next} />
              <div className="min-w-0">
                <p className="font-medium">{title}</p>
                <p className="text-soft">{hint}</p>
                {missing !== undefined && (
                  <p className="mt-1 flex items-start gap-1.5">
                    <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
                    {missing.message}
                  </p>
                )}
              </div>
              {isForAdmins && !canWrite ? (
                <span className="text-soft max-sm:col-start-2">For owners and admins</span>
              ) : (
                <Link
                  {...place}
                  params={{ tenantAlias: alias }}
                  className="text-link hover:underline max-sm:col-start-2"
                >
                  {action}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

type MarkProps = { readonly number: number; readonly isDone: boolean; readonly isNext: boolean }

function Mark({ number, isDone, isNext }: MarkProps) {
  return (
    <span
      className={classes(
        'flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-semibold',
        isDone
          ? 'bg-good-soft text-good'
          : isNext
            ? 'bg-accent text-on-accent'
            : 'bg-neutral-soft text-neutral',
      )}
    >
      {isDone ? <Check aria-hidden className="size-4" /> : <span aria-hidden>{number}</span>}
      <span className="sr-only">{isDone ? 'Done' : isNext ? 'Next' : 'To do'}</span>
    </span>
  )
}
