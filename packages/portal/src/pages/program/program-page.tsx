import { getRouteApi } from '@tanstack/react-router'
import { GitCompareArrows } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { Switch } from '../../components/fields/switch.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Page } from '../../components/page.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useTenant } from '../../session/use-session.ts'
import { FraudSection } from './fraud/fraud-section.tsx'
import { ProgramEditor, ProgramForm } from './program-editor.tsx'
import { Publication } from './publication.tsx'
import { GeneralSection, ProcessorSection } from './sections/general-section.tsx'
import { AppsSection, BrowserSection, LinksSection } from './sections/links-section.tsx'
import { MilestonesSection } from './sections/milestones-section.tsx'
import { RewardsSection } from './sections/rewards-section.tsx'
import { FraudListsSection, ReviewSection, TrustSection } from './sections/trust-section.tsx'
import { Simulator } from './simulator/simulator.tsx'
import type { ProgramDraft, SectionProps } from './use-program-draft.ts'

const route = getRouteApi('/staff/$tenantAlias/program')

export function ProgramPage() {
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
      <ProgramForm label="Program">
        {(draft) => (
          <>
            <ProgramTabs draft={draft} />
            {live !== null && (
              <Dialog
                isOpen={compare}
                onClose={() => showComparison(false)}
                title="Compare test with live"
                size="wide"
              >
                <Publication
                  onClose={() => showComparison(false)}
                  test={draft.base}
                  live={live}
                  hasUnsavedChanges={draft.changes.length > 0}
                />
              </Dialog>
            )}
          </>
        )}
      </ProgramForm>
    </Page>
  )
}

/** Parts of one form, each about as high as a screen, with the effect on bills beside the rewards. */
function ProgramTabs({ draft }: { readonly draft: ProgramDraft }) {
  const { tab = 'rewards' } = route.useSearch()
  const navigate = route.useNavigate()
  const hasSimulator = tab === 'rewards' || tab === 'milestones'
  return (
    <div
      className={classes(
        'grid grid-cols-1 items-start gap-6',
        hasSimulator && 'lg:grid-cols-[minmax(0,1fr)_25rem]',
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
            { name: 'rewards', label: 'Rewards', content: <RewardsSection {...draft} /> },
            { name: 'milestones', label: 'Milestones', content: <MilestonesSection {...draft} /> },
            {
              name: 'links',
              label: 'Links and pages',
              content: (
                <Columns>
                  <LinksSection {...draft} />
                  <AppsSection {...draft} />
                  <BrowserSection {...draft} />
                </Columns>
              ),
            },
            {
              name: 'trust',
              label: 'Trust and fraud',
              content: (
                <Columns>
                  <TrustSection {...draft} />
                  <ReviewSection {...draft} />
                  <FraudSection {...draft} />
                  <FraudListsSection {...draft} />
                </Columns>
              ),
            },
            {
              name: 'general',
              label: 'General',
              content: (
                <Columns>
                  <GeneralSection {...draft} />
                  <ProcessorSection {...draft} />
                </Columns>
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

/** Sections in two columns where there is room: the first half of them on the left. */
function Columns({ children }: { readonly children: readonly ReactNode[] }) {
  const half = Math.ceil(children.length / 2)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">{children.slice(0, half)}</div>
      <div className="flex min-w-0 flex-col gap-4">{children.slice(half)}</div>
    </div>
  )
}

/** Whether the program runs. */
function ActiveSection({ program, change }: SectionProps) {
  return (
    <div className="card px-5 py-4">
      <Switch
        label="The program is on"
        isOn={program.active}
        onChange={(active) => change({ active })}
        hint="While it is off, referral codes are not valid and no new friends are attributed to referrers. Referrals, rewards and discounts that exist go on. Takes effect when you save."
      />
    </div>
  )
}
