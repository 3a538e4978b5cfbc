import { useOperation } from '../../api/use-operation.ts'
import { Badge } from '../../components/badge.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { KeyValueList } from '../../components/key-value-list.tsx'
import { Page, Section } from '../../components/page.tsx'
import { TextSkeleton } from '../../components/skeleton.tsx'
import { count } from '../../format/count.ts'
import { rewardText } from '../../format/reward-text.ts'

export function ProgramPage() {
  const program = useOperation('readProgram', undefined)
  return (
    <Page title="Program" description="Who earns what, for how long, and where links lead.">
      {program.isError ? (
        <ErrorState error={program.error} onRetry={program.refetch} />
      ) : program.data === undefined ? (
        <TextSkeleton label="Program" lines={8} />
      ) : (
        <div className="grid gap-6 lg:grid-cols-2">
          <Section title="Rewards">
            <KeyValueList
              entries={[
                [
                  'Program',
                  <Badge key="on" tone={program.data.active ? 'good' : 'warning'}>
                    {program.data.active ? 'On' : 'Off'}
                  </Badge>,
                ],
                [
                  'Friend',
                  program.data.referredReward === null
                    ? 'No reward'
                    : rewardText(program.data.referredReward),
                ],
                [
                  'Referrer',
                  program.data.referrerReward === null
                    ? 'No reward'
                    : rewardText(program.data.referrerReward),
                ],
                ['Held for', count(program.data.referrerHoldDays, 'day')],
                ['Currency', program.data.currency],
                ['Time zone', program.data.timeZone],
              ]}
            />
          </Section>
          <Section title="Links">
            <KeyValueList
              entries={[
                ['Landing page', program.data.landingPage ?? 'None'],
                ['Fallback page', program.data.fallbackPage ?? 'None'],
                ['Cookie', count(program.data.cookieDays, 'day')],
                ['Other pages', program.data.allowedOrigins.join(', ') || 'None'],
              ]}
            />
          </Section>
        </div>
      )}
    </Page>
  )
}
