import type { Program } from '@goodword/client'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { NumberSetting } from '../../../components/fields/number-field.tsx'
import { RadioGroup } from '../../../components/fields/radio-group.tsx'
import { Section } from '../../../components/page.tsx'
import { reviewEndNames } from '../program-words.ts'
import type { SectionProps } from './section-props.ts'

const DAYS_TO_START_WITH = 14

const endings: readonly {
  readonly value: Program['reviewEnds']
  readonly label: string
  readonly hint: string
}[] = [
  {
    value: 'KEEP',
    label: reviewEndNames.KEEP,
    hint: 'It is shown as overdue under Review, and your team is reminded once: by e-mail and by the webhook referral.overdue.',
  },
  {
    value: 'APPROVE',
    label: reviewEndNames.APPROVE,
    hint: 'The reward is given as if your team had approved it. What waits for a confirmation, for the end of a block, or for a payment after the first one was refunded is never approved by time.',
  },
]

/** How long a held reward waits for the team, and what happens then. */
export function ReviewSection({ program, change }: SectionProps) {
  const { reviewDays, reviewEnds } = program
  return (
    <Section title="Review">
      <div className="flex flex-col gap-4">
        <Checkbox
          label="Decide about held rewards within a number of days"
          isChecked={reviewDays !== null}
          onChange={(isOn) => change({ reviewDays: isOn ? DAYS_TO_START_WITH : null })}
          hint="The days count from when a reward was held. A change counts at once, also for those that wait already."
        />
        {reviewDays !== null && (
          <>
            <NumberSetting
              label="Days to decide"
              name="reviewDays"
              value={reviewDays}
              onChange={(days) => change({ reviewDays: days })}
              unit="days"
            />
            <RadioGroup
              label="If your team has not decided by then"
              name="reviewEnds"
              options={endings}
              value={reviewEnds}
              onChange={(next) => change({ reviewEnds: next })}
            />
          </>
        )}
      </div>
    </Section>
  )
}
