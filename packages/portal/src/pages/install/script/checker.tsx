import type { Integration, IntegrationStep } from '@goodword/client'
import { Circle, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useOperation } from '../../../api/use-operation.ts'
import { classes } from '../../../components/classes.ts'
import { NewTabLink, ProgramLink } from '../../../components/links.tsx'
import { Section } from '../../../components/page.tsx'
import { Badge } from '../../../components/texts/badge.tsx'
import { DateTime } from '../../../components/texts/date-time.tsx'
import { Unread } from '../../../components/texts/error-state.tsx'
import { Progress } from '../../../components/texts/progress.tsx'
import { nextStepOf, progressOf, stepWords } from './step-words.ts'

const POLL_MS = 3000

/** The state of the installation as the service sees it, live. */
export function Checker() {
  const integration = useOperation('readIntegration', undefined, { refreshMs: POLL_MS })
  return (
    <Section title="Integration check" actions={<Badge tone="good">Live, every 3 seconds</Badge>}>
      {integration.data === undefined ? (
        <Unread query={integration} label="Integration check" lines={20} />
      ) : (
        <Findings integration={integration.data} />
      )}
    </Section>
  )
}

function Findings({ integration }: { readonly integration: Integration }) {
  const { steps, pages } = integration
  const { done, total } = progressOf(steps)
  const next = nextStepOf(steps)
  return (
    <div className="flex flex-col gap-4">
      <Progress label="Steps done" done={done} total={total} />
      <p aria-live="polite" className="text-soft">
        {next === null ? 'Everything works.' : `Next: ${stepWords[next.step]?.[0] ?? next.step}.`}
      </p>
      <ol aria-label="Steps" className="divide-y divide-line">
        {steps.map((it) => (
          <Step key={it.step} step={it} isNext={it === next} />
        ))}
      </ol>
      <SeenPages pages={pages} />
    </div>
  )
}

const looks = {
  DONE: { Icon: CircleCheck, tone: 'text-good', words: 'Done' },
  WARNING: { Icon: TriangleAlert, tone: 'text-warning', words: 'Works in part' },
  MISSING: { Icon: CircleAlert, tone: 'text-danger', words: 'Missing' },
  OPTIONAL: { Icon: Circle, tone: 'text-soft', words: 'Optional' },
} as const

function Step({ step, isNext }: { readonly step: IntegrationStep; readonly isNext: boolean }) {
  const { state, message, dateFirst, dateLast, guideUrl } = step
  const { Icon, tone, words } = looks[state] ?? looks.OPTIONAL
  const [title, place] = stepWords[step.step] ?? [step.step, null]
  return (
    <li className={classes('flex gap-3 py-3', isNext && '-mx-3 rounded-md bg-accent-soft px-3')}>
      <Icon aria-hidden className={classes('mt-0.5 size-4 shrink-0', tone)} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium">{title}</span>
          <span className={classes('text-xs', tone)}>{words}</span>
        </p>
        <p className="break-words text-soft">{message}</p>
        {dateLast !== null && (
          <p className="text-xs text-soft">
            Last seen <DateTime at={dateLast} />
            {dateFirst !== null && dateFirst !== dateLast && (
              <>
                {' '}
                · first <DateTime at={dateFirst} />
              </>
            )}
          </p>
        )}
        {state !== 'DONE' && (
          <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
            <PlaceLink place={place} />
            <NewTabLink href={guideUrl}>
              Guide<span className="sr-only">: {title}</span>
            </NewTabLink>
          </p>
        )}
      </div>
    </li>
  )
}

function PlaceLink({ place }: { readonly place: 'program' | 'authorize' | null }) {
  if (place === null) return null
  return place === 'program' ? (
    <ProgramLink page="program" search={{ tab: 'links' }} className="text-link underline">
      Open the program
    </ProgramLink>
  ) : (
    <ProgramLink page="install" search={{ tab: 'authorize' }} className="text-link underline">
      Open Authorize
    </ProgramLink>
  )
}

/** The websites that used the script, with whether the program lets them. */
function SeenPages({ pages }: Pick<Integration, 'pages'>) {
  return (
    <div>
      <h3 className="font-medium">Websites seen in the last 30 days</h3>
      {pages.length === 0 ? (
        <p className="mt-1 text-soft">
          None yet. Paste the snippet into a page and open it: its address appears here within seconds.
        </p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {pages.map(({ origin, allowed, dateLast }) => (
            <li key={origin} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <code className="min-w-0 break-all">{origin}</code>
              <span className="flex items-center gap-3 text-xs text-soft">
                <DateTime at={dateLast} />
                {allowed ? <Badge tone="good">Allowed</Badge> : <Badge tone="warning">Not allowed</Badge>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
