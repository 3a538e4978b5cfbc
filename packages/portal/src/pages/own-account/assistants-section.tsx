import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, buttonLook } from '../../components/button.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { Section } from '../../components/page.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { ErrorState, Loaded } from '../../components/texts/error-state.tsx'
import { count, moneyText } from '../../format/number-text.ts'
import { usePortalMutation, usePortalQuery } from '../../session/use-portal-mutation.ts'

type Answer = { readonly limit: DailyLimit; readonly assistants: readonly ListedAssistant[] }

/** The assistants that may use a program in the person's place. */
export function AssistantsSection() {
  const assistants = usePortalQuery<Answer>(['account', 'assistants'], '/portal/assistants')
  return (
    <Section title="Assistants">
      <Loaded query={assistants} label="Assistants" lines={2}>
        {(data) => <AssistantList {...data} />}
      </Loaded>
    </Section>
  )
}

function AssistantList({ limit, assistants }: Answer) {
  const showToast = useToast()
  const end = usePortalMutation(() => showToast({ text: 'Disconnected.' }))
  if (assistants.length === 0) {
    return (
      <p className="text-soft">
        None is connected. Give an assistant the address <code>{`${location.origin}/mcp`}</code> to connect
        it.
      </p>
    )
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {assistants.map((it) => (
          <AssistantRow
            key={it.id}
            assistant={it}
            limit={limit}
            action={
              <span className="flex flex-wrap gap-2">
                {it.mayWrite && (
                  <Link
                    to="/$tenantAlias/waiting"
                    params={{ tenantAlias: it.tenantAlias }}
                    className={buttonLook()}
                  >
                    What waits
                  </Link>
                )}
                <Button
                  aria-label={`Disconnect ${it.name}`}
                  onClick={() => end.mutate({ method: 'DELETE', path: `/portal/assistants/${it.id}` })}
                >
                  Disconnect
                </Button>
              </span>
            }
          />
        ))}
      </ul>
      {end.isError && <ErrorState error={end.error} />}
    </>
  )
}

export type DailyLimit = { readonly rewards: number; readonly amountOfEachUnit: number }

export type ListedAssistant = {
  readonly id: string
  readonly name: string
  readonly tenantAlias: string
  readonly mayWrite: boolean
  readonly allowedAt: number
  readonly lastUsedAt: number
  readonly given: {
    readonly rewards: number
    readonly amounts: readonly { readonly unit: string; readonly amount: number }[]
  }
}

type AssistantRowProps = {
  readonly assistant: ListedAssistant
  readonly limit: DailyLimit
  /** Who allowed it, in a list of several people’s. */
  readonly allowedBy?: string
  readonly action: ReactNode
}

/** An assistant in a list: its rights, its last use, and the rewards that it gave of its daily limit. */
export function AssistantRow({ assistant, limit, allowedBy, action }: AssistantRowProps) {
  const { name, tenantAlias, mayWrite, allowedAt, lastUsedAt, given } = assistant
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64 break-words">
        <p className="font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="text-xs text-soft">
          {tenantAlias} · {mayWrite ? 'reads and asks to change' : 'only reads'} ·{' '}
          {allowedBy === undefined ? 'connected' : <>connected by {allowedBy}</>} <DateTime at={allowedAt} />{' '}
          · last used <DateTime at={lastUsedAt} />
        </p>
        {mayWrite && <p className="text-xs text-soft">{givenText(given, limit)}</p>}
      </div>
      {action}
    </li>
  )
}

function givenText({ rewards, amounts }: ListedAssistant['given'], limit: DailyLimit): string {
  const sums = amounts.map(({ unit, amount }) => `${moneyText(amount, unit)} of ${limit.amountOfEachUnit}`)
  const most = `${limit.rewards} and ${limit.amountOfEachUnit} of each unit`
  return rewards === 0
    ? `Gave nothing in 24 hours; it may give ${most}.`
    : `Gave ${[`${count(rewards, 'reward')} of ${limit.rewards}`, ...sums].join(', ')} in 24 hours, what waits included.`
}
