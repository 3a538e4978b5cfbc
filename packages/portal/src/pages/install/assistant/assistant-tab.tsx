import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import guide from '../../../../../../docs/guides/reference/integrate.md?raw'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { Button } from '../../../components/button.tsx'
import { CodeBlock } from '../../../components/fields/copy-field.tsx'
import { NewTabLink } from '../../../components/links.tsx'
import { Section } from '../../../components/page.tsx'
import { ErrorState } from '../../../components/texts/error-state.tsx'
import { Notice } from '../../../components/texts/notice.tsx'
import { useRole, useTenant } from '../../../session/use-session.ts'
import { filledGuide } from './filled-guide.ts'

const KEY_DAYS = 30
const DAY_MS = 86_400_000

/** The steps of an integration for a coding assistant, with the known values of the program filled in. */
export function AssistantTab() {
  const tenant = useTenant()
  if (tenant === null) return null
  if (tenant.mode === 'live') return <OnlyInTest otherMode={tenant.otherMode} />
  return <Steps alias={tenant.alias} />
}

function Steps({ alias }: { readonly alias: string }) {
  const { canWrite } = useRole()
  const [apiKey, setApiKey] = useState<string | null>(null)
  const [openedAt] = useState(() => Date.now())
  const create = useMutationOf('createApiKey', { onSuccess: (it) => setApiKey(it.apiKey) })
  const body = {
    name: 'Coding assistant',
    scopes: ['read' as const, 'write' as const],
    dateExpires: openedAt + KEY_DAYS * DAY_MS,
  }
  return (
    <Section title="Steps for an assistant" isStack>
      <p className="max-w-3xl text-soft">
        Copy these steps into a coding assistant that has your application open, or follow them yourself. They
        work on the test program <code>{alias}</code> alone.{' '}
        <NewTabLink href="/docs/guides/reference/integrate">Guide: integrate with an assistant</NewTabLink>
      </p>
      {apiKey === null ? (
        canWrite && (
          <div>
            <Button icon={<KeyRound />} isBusy={create.isPending} onClick={() => create.mutate({ body })}>
              Fill in a new test key
            </Button>
          </div>
        )
      ) : (
        <Notice kind="good" title="The steps have a new test key">
          It is shown this one time only, can read and write, and ends in {KEY_DAYS} days. The tab API keys
          lists it as “Coding assistant”, where you can revoke it.
        </Notice>
      )}
      {create.isError && <ErrorState error={create.error} onRetry={() => create.mutate({ body })} />}
      {!canWrite && <p className="text-soft">An owner or admin can fill in a test key here.</p>}
      <CodeBlock label="Steps" code={filledGuide(guide, { origin: location.origin, alias, apiKey })} />
    </Section>
  )
}

function OnlyInTest({ otherMode }: { readonly otherMode: string | null }) {
  return (
    <Notice kind="info" title="These steps are for the test program">
      An assistant tries things out, which makes people and referrals.{' '}
      {otherMode !== null && (
        <Link to="/$tenantAlias/install" params={{ tenantAlias: otherMode }} search={{ tab: 'assistant' }}>
          Open them for {otherMode}
        </Link>
      )}
    </Notice>
  )
}
