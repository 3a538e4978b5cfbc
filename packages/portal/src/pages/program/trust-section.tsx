import type { Program } from '@goodword/client'
import { Checkbox } from '../../components/checkbox.tsx'
import { Section } from '../../components/page.tsx'
import { RadioGroup } from '../../components/radio-group.tsx'
import { NumberSetting } from './number-setting.tsx'
import type { SectionProps } from './section-props.ts'

type Mode = Program['unsignedConversions']['mode']

const modes: readonly { readonly value: Mode; readonly label: string; readonly hint: string }[] = [
  {
    value: 'trust',
    label: 'Trust it',
    hint: 'Counts at once, as if your server had reported it. Risk: a referrer can invent any number of paying friends, and gets a reward for each.',
  },
  {
    value: 'limit',
    label: 'Trust a few per referrer',
    hint: 'Counts at once up to the number below; beyond it the referrer’s reward waits. Risk: so many invented friends per referrer and month.',
  },
  {
    value: 'hold',
    label: 'Wait for a confirmation',
    hint: 'The referrer’s reward waits until your server, a signed call, or somebody of your team under Review confirms the payment. No risk; honest referrers wait too.',
  },
  {
    value: 'ignore',
    label: 'Ignore it',
    hint: 'Is written down without an effect. No risk; friends convert only if your server or the payment processor reports their payments.',
  },
]

/** How far calls of browsers are believed. */
export function TrustSection({ program, change }: SectionProps) {
  const { unsignedConversions } = program
  return (
    <Section title="Trust in browser calls">
      <div className="flex flex-col gap-4">
        <p className="text-soft">
          The script on your pages tells Goodword who signed up and who paid. A call is <em>signed</em> when
          your server vouches for it with a token. Without a token anybody can make up such a call, so decide
          what it may do.
        </p>
        <RadioGroup
          label="When an unsigned call says that a friend has paid"
          name="unsignedConversions"
          options={modes}
          value={unsignedConversions.mode}
          onChange={(mode) => change({ unsignedConversions: { ...unsignedConversions, mode } })}
        />
        {unsignedConversions.mode === 'limit' && (
          <NumberSetting
            label="Trusted per referrer in 30 days"
            name="unsignedConversions.limit"
            minimum={0}
            maximum={1_000_000}
            value={unsignedConversions.limit}
            onChange={(limit) => change({ unsignedConversions: { ...unsignedConversions, limit } })}
            unit="friends"
          />
        )}
        <Checkbox
          label="Refuse browser calls that are not signed"
          name="requireSignedIdentification"
          isChecked={program.requireSignedIdentification}
          onChange={(requireSignedIdentification) => change({ requireSignedIdentification })}
          hint="The safest choice. Turn it on when your server makes tokens for every page: until then, sign-ups and the widget stop working there."
        />
      </div>
    </Section>
  )
}
