import { getRouteApi } from '@tanstack/react-router'
import { GitCompareArrows } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { Page } from '../../components/page.tsx'
import { BlockSkeleton } from '../../components/skeleton.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useTenant } from '../../session/use-tenant.ts'
import { ActiveSection } from './active-section.tsx'
import { AppsSection } from './apps-section.tsx'
import { BrowserSection } from './browser-section.tsx'
import { FraudListsSection } from './fraud-lists-section.tsx'
import { FraudSection } from './fraud-section.tsx'
import { GeneralSection } from './general-section.tsx'
import { LinksSection } from './links-section.tsx'
import { MilestonesSection } from './milestones-section.tsx'
import { ProcessorSection } from './processor-section.tsx'
import { ProgramEditor } from './program-editor.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { ReviewSection } from './review-section.tsx'
import { RewardsSection } from './rewards-section.tsx'
import { Simulator } from './simulator/simulator.tsx'
import { TrustSection } from './trust-section.tsx'
import { type ProgramDraft, useProgramDraft } from './use-program-draft.ts'

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
        <ProgramForm draft={draft} />
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

/** Three parts of one form, and beside the rewards what they mean for bills. */
function ProgramForm({ draft }: { readonly draft: ProgramDraft }) {
  const { tab = 'rewards' } = route.useSearch()
  const navigate = route.useNavigate()
  const hasSimulator = tab === 'rewards'
  return (
    <div
      className={classes(
        'grid grid-cols-1 items-start gap-6',
        hasSimulator ? 'lg:grid-cols-[minmax(0,1fr)_25rem]' : 'max-w-3xl',
      )}
    >
      <ProgramEditor label="Program" draft={draft}>
        <ActiveSection {...draft} />
        <Tabs
          label="Parts of the program"
          isForm
          value={tab}
          onChange={(next) =>
            void navigate({
              search: (it) => ({ ...it, tab: next === 'rewards' ? undefined : next }),
              replace: true,
              resetScroll: false,
            })
          }
          tabs={[
            {
              name: 'rewards',
              label: 'Rewards',
              content: (
                <Part>
                  <RewardsSection {...draft} />
                  <MilestonesSection {...draft} />
                  <GeneralSection {...draft} />
                  <ProcessorSection {...draft} />
                </Part>
              ),
            },
            {
              name: 'links',
              label: 'Links and pages',
              content: (
                <Part>
                  <LinksSection {...draft} />
                  <BrowserSection {...draft} />
                  <AppsSection {...draft} />
                </Part>
              ),
            },
            {
              name: 'trust',
              label: 'Trust and fraud',
              content: (
                <Part>
                  <TrustSection {...draft} />
                  <FraudSection {...draft} />
                  <FraudListsSection {...draft} />
                  <ReviewSection {...draft} />
                </Part>
              ),
            },
          ]}
        />
      </ProgramEditor>
      {/* Kept while another part is open, with what was set in it. */}
      <aside
        id="meaning"
        hidden={!hasSimulator}
        className="min-w-0 scroll-mt-24 lg:sticky lg:top-[calc(var(--top-bar-height)+1rem)] lg:max-h-[calc(100dvh-var(--top-bar-height)-2rem)] lg:overflow-y-auto"
      >
        <Simulator program={draft.program} />
      </aside>
    </div>
  )
}

function Part({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-col gap-4">{children}</div>
}
