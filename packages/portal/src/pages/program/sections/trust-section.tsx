import type { Program } from '@goodword/client'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { NumberSetting } from '../../../components/fields/number-field.tsx'
import { RadioGroup } from '../../../components/fields/radio-group.tsx'
import { optionsOf } from '../../../components/fields/select.tsx'
import { Section } from '../../../components/page.tsx'
import { reviewEndNames } from '../program-words.ts'
import type { SectionProps } from '../use-program-draft.ts'
import { LinesField } from './lines-field.tsx'

type Mode = Program['unsignedConversions']['mode']

const modes: Readonly<Record<Mode, { readonly label: string; readonly hint: string }>> = {
  trust: {
    label: 'Count them at once',
    hint: 'As if your server had reported them. Risk: a referrer can invent any number of paying friends, and gets a reward for each.',
  },
  limit: {
    label: 'Count a few of each referrer',
    hint: 'At once up to the number below; beyond it the referrer’s reward waits until the payments are confirmed. Risk: so many invented friends of each referrer at a time.',
  },
  hold: {
    label: 'Wait until they are confirmed',
    hint: 'The referrer’s reward waits until your server, the payment processor, or your team under Review confirms the payment. No risk; honest referrers wait too.',
  },
  ignore: {
    label: 'Ignore them',
    hint: 'They are written down without an effect. No risk; friends convert only if your server or the payment processor reports their payments.',
  },
}

/** How far payments are believed that only a web page reported. */
export function TrustSection({ program, change }: SectionProps) {
  const { unsignedConversions } = program
  return (
    <Section title="Payments reported by web pages" isStack>
      <p className="text-soft">
        The script on your pages tells Goodword who signed up and who paid. Your server can confirm such a
        call with a token. Without one anybody can make it up, so decide what it may do.
      </p>
      <RadioGroup
        label="Payments that are not confirmed by your server"
        name="unsignedConversions"
        options={optionsOf(modes)}
        value={unsignedConversions.mode}
        onChange={(mode) => change({ unsignedConversions: { ...unsignedConversions, mode } })}
      />
      {unsignedConversions.mode === 'limit' && (
        <NumberSetting
          label="Not confirmed friends per referrer, at most"
          name="unsignedConversions.limit"
          value={unsignedConversions.limit}
          onChange={(limit) => change({ unsignedConversions: { ...unsignedConversions, limit } })}
          unit="friends"
        />
      )}
      <Checkbox
        label="Refuse all calls of web pages that are not confirmed by your server"
        name="requireSignedIdentification"
        isChecked={program.requireSignedIdentification}
        onChange={(requireSignedIdentification) => change({ requireSignedIdentification })}
        hint="The safest choice. Turn it on when your server makes tokens for every page: until then, sign-ups and the widget stop working there."
      />
    </Section>
  )
}

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
    <Section title="Review" isStack>
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
    </Section>
  )
}

/** Domains and sites that fraud rules judge otherwise than their own lists do. */
export function FraudListsSection({ program, change }: SectionProps) {
  const { mailDomains, couponSites } = program
  return (
    <Section title="Lists for fraud rules" isStack>
      <p className="text-soft">
        Add what the rules do not know, one a line. A domain counts with everything below it: example.com is
        also mail.example.com.
      </p>
      <LinesField
        label="Trusted e-mail domains"
        name="mailDomains.trusted"
        isOptional
        values={mailDomains.trusted}
        onChange={(trusted) => change({ mailDomains: { ...mailDomains, trusted: [...trusted] } })}
        hint="Such as those of a large customer or a university: many friends there are no sign of fraud."
      />
      <LinesField
        label="Domains of disposable e-mail addresses"
        name="mailDomains.disposable"
        isOptional
        values={mailDomains.disposable}
        onChange={(disposable) => change({ mailDomains: { ...mailDomains, disposable: [...disposable] } })}
      />
      <LinesField
        label="Coupon sites"
        name="couponSites"
        isOptional
        values={couponSites}
        onChange={(sites) => change({ couponSites: [...sites] })}
        hint="Clicks that come from these pages show that a code is public."
      />
    </Section>
  )
}
