import { getRouteApi } from '@tanstack/react-router'
import { GitCompareArrows } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Page } from '../../components/page.tsx'
import { BlockSkeleton } from '../../components/skeleton.tsx'
import { ProgramEditor } from '../../program/program-editor.tsx'
import { useProgramDraft } from '../../program/use-program-draft.ts'
import { useTenant } from '../../session/use-tenant.ts'
import { BrowserSection } from './browser-section.tsx'
import { FraudSection } from './fraud-section.tsx'
import { GeneralSection } from './general-section.tsx'
import { LinksSection } from './links-section.tsx'
import { ProcessorSection } from './processor-section.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { RewardsSection } from './rewards-section.tsx'
import { Simulator } from './simulator/simulator.tsx'
import { TrustSection } from './trust-section.tsx'

const route = getRouteApi('/staff/$tenantAlias/program')

export function ProgramPage() {
  const { tenantAlias } = route.useParams()
  // What was typed belongs to one program in one mode.
  return <OneProgram key={tenantAlias} />
}

function OneProgram() {
  const { query, draft } = useProgramDraft()
  const { compare = false } = route.useSearch()
  const navigate = route.useNavigate()
  const tenant = useTenant()
  const live = tenant?.mode === 'test' ? tenant.otherMode : null
  const showComparison = (isShown: boolean) =>
    void navigate({
      search: (it) => ({ ...it, compare: isShown ? true : undefined }),
      replace: !isShown,
      resetScroll: false,
    })
  return (
    <Page
      title="Program"
      description="Who earns what, for how long, where links lead, and what is believed."
      actions={
        live !== null && (
          <Button icon={<GitCompareArrows />} onClick={() => showComparison(true)}>
            Compare with live
          </Button>
        )
      }
    >
      {query.isError ? (
        <ErrorState error={query.error} onRetry={query.refetch} />
      ) : draft === null ? (
        <BlockSkeleton label="Program" height="40rem" />
      ) : (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_25rem]">
          <ProgramEditor label="Program" draft={draft}>
            <GeneralSection {...draft} />
            <RewardsSection {...draft} />
            <LinksSection {...draft} />
            <BrowserSection {...draft} />
            <TrustSection {...draft} />
            <FraudSection {...draft} />
            <ProcessorSection {...draft} />
          </ProgramEditor>
          <aside
            id="meaning"
            className="min-w-0 scroll-mt-24 lg:sticky lg:top-[calc(var(--top-bar-height)+1rem)] lg:max-h-[calc(100dvh-var(--top-bar-height)-2rem)] lg:overflow-y-auto"
          >
            <Simulator program={draft.program} />
          </aside>
        </div>
      )}
      {live !== null && draft !== null && (
        <PublishDialog
          isOpen={compare}
          onClose={() => showComparison(false)}
          test={draft.base}
          live={live}
          hasUnsavedChanges={draft.changes.length > 0}
        />
      )}
    </Page>
  )
}
