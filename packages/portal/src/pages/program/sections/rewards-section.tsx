import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { NumberSetting } from '../../../components/fields/number-field.tsx'
import { Section } from '../../../components/page.tsx'
import type { SectionProps } from '../use-program-draft.ts'
import { RewardEditor } from './reward-editor.tsx'

const LIMIT_TO_START_WITH = 10

/** Who earns what, when, and how often. */
export function RewardsSection({ program, change }: SectionProps) {
  const { maxReferrerRewards: limit } = program
  return (
    <Section title="Rewards">
      <p className="mb-4 text-soft">
        A referrer shares a link; a friend who follows it and becomes a customer is a referral. It converts
        with the friend’s first payment. Rewards that were given already keep their terms when you change them
        here.{' '}
        <a href="#meaning" className="text-link underline lg:hidden">
          See what it means for bills
        </a>
      </p>
      <div className="flex flex-col divide-y divide-line *:py-5 *:first:pt-0 *:last:pb-0">
        <RewardEditor
          legend="The friend gets"
          name="referredReward"
          reward={program.referredReward}
          isOneOfMany={false}
          currency={program.currency}
          onChange={(referredReward) => change({ referredReward })}
        />
        <RewardEditor
          legend="The referrer gets, for each friend who pays"
          name="referrerReward"
          reward={program.referrerReward}
          canShare
          currency={program.currency}
          onChange={(referrerReward) => change({ referrerReward })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberSetting
            label="The referrer’s reward waits"
            name="referrerHoldDays"
            value={program.referrerHoldDays}
            onChange={(referrerHoldDays) => change({ referrerHoldDays })}
            unit="days"
            hint="After the friend’s first payment, so that a refund in these days costs you nothing. 0 gives it at once."
          />
          <div className="flex flex-col gap-2">
            <Checkbox
              label="Limit the rewards of each referrer"
              isChecked={limit !== undefined}
              onChange={(isOn) => change({ maxReferrerRewards: isOn ? LIMIT_TO_START_WITH : undefined })}
              hint="Friends beyond the limit still get their own reward."
            />
            {limit !== undefined && (
              <NumberSetting
                label="Rewards per referrer, at most"
                name="maxReferrerRewards"
                value={limit}
                onChange={(maxReferrerRewards) => change({ maxReferrerRewards })}
              />
            )}
          </div>
        </div>
      </div>
    </Section>
  )
}
