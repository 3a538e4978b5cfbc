import type { Program } from '@goodword/client'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { NumberSetting } from '../../../components/fields/number-field.tsx'
import { RadioGroup } from '../../../components/fields/radio-group.tsx'
import { optionsOf } from '../../../components/fields/select.tsx'
import { Section } from '../../../components/page.tsx'
import type { SectionProps } from './section-props.ts'

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
    <Section title="Payments reported by web pages">
      <div className="flex flex-col gap-4">
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
      </div>
    </Section>
  )
}
