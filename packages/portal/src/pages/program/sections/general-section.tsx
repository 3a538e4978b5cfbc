import { parseCurrency } from '@goodword/domain/values/money'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { Combobox } from '../../../components/fields/combobox.tsx'
import { TextField } from '../../../components/fields/text-field.tsx'
import { Section } from '../../../components/page.tsx'
import type { SectionProps } from './section-props.ts'

/** The name, the currency and the time zone of the program. */
export function GeneralSection({ program, change }: SectionProps) {
  return (
    <Section title="General">
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Name of your company"
            name="publicName"
            value={program.publicName ?? ''}
            placeholder={program.name}
            onChange={(it) => change({ publicName: it === '' ? null : it })}
            hint="Friends and referrers read it in e-mails, previews of links and on their pages. Logo and colour are set under Widget."
          />
          <TextField
            label="Name"
            name="name"
            value={program.name}
            onChange={(name) => change({ name })}
            hint="Of the program, for your team."
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Combobox
            label="Currency"
            name="currency"
            options={currencies(program.currency)}
            value={program.currency}
            onChange={(currency) => change({ currency })}
            hint="Of prices that do not name one."
          />
          <Combobox
            label="Time zone"
            name="timeZone"
            options={timeZones(program.timeZone)}
            value={program.timeZone}
            onChange={(timeZone) => change({ timeZone })}
            hint="Its days and months are those of statistics. After a change they are counted again."
          />
        </div>
        <Checkbox
          label="Friends see who invited them"
          isChecked={program.showReferrerName}
          onChange={(showReferrerName) => change({ showReferrerName })}
          hint="First name and last initial of the referrer, such as “Ada L.” Calls of web pages that your server did not confirm should be refused then, or strangers read names by guessing user IDs."
        />
      </div>
    </Section>
  )
}

function currencies(present: string) {
  const names = new Intl.DisplayNames(undefined, { type: 'currency' })
  const codes = Intl.supportedValuesOf('currency').filter((it) => parseCurrency(it) !== null)
  return [...new Set([present, ...codes])].map((it) => ({
    value: it,
    label: `${it} · ${names.of(it) ?? it}`,
  }))
}

function timeZones(present: string) {
  const zones = new Set([present, 'UTC', ...Intl.supportedValuesOf('timeZone')])
  return [...zones].map((it) => ({ value: it, label: it.replaceAll('_', ' ') }))
}
