import type { Program } from '@goodword/client'
import { consentModes } from '@goodword/contract/program/program'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { NumberSetting } from '../../../components/fields/number-field.tsx'
import { RadioGroup } from '../../../components/fields/radio-group.tsx'
import { NewTabLink } from '../../../components/new-tab-link.tsx'
import { Section } from '../../../components/page.tsx'
import { consentNames } from '../program-words.ts'
import { LinesField } from './lines-field.tsx'
import type { SectionProps } from './section-props.ts'

const consentHints: Readonly<Record<Program['consentMode'], string>> = {
  granted:
    'When a friend follows a link. For shops where the cookie needs no consent, or that ask before the page loads.',
  required:
    'Only after your page tells the script that the visitor agreed. Friends who do not agree are known by the code in the address of the page they arrive at, and nothing is kept.',
  cookieless: 'Friends are attributed only if they sign up on the page they arrive at, or type their code.',
}

/** The settings for calls and cookies of friends' browsers. */
export function BrowserSection({ program, change }: SectionProps) {
  return (
    <Section title="Your pages and consent">
      <div className="flex flex-col gap-4">
        <LinesField
          label="Allowed origins"
          name="allowedOrigins"
          isOptional
          values={program.allowedOrigins}
          onChange={(allowedOrigins) => change({ allowedOrigins })}
          hint="One a line, as scheme, host and port: https://www.example.com. Only pages of these origins may call Goodword from the browser and, with the landing page, show the widget. Empty allows calls from any page."
        />
        <RadioGroup
          label="Tracking cookie"
          name="consentMode"
          options={consentModes.map((it) => ({ value: it, label: consentNames[it], hint: consentHints[it] }))}
          value={program.consentMode}
          onChange={(consentMode) => change({ consentMode })}
        />
        <NumberSetting
          label="Life of the tracking cookie"
          name="cookieDays"
          unit="days"
          value={program.cookieDays}
          onChange={(cookieDays) => change({ cookieDays })}
          hint="A friend who signs up in this time after following the link is attributed to the referrer. Safari may keep it for 7 days only."
        />
        <Checkbox
          label="Serve clients of SaaSquatch"
          name="legacyClients"
          isChecked={program.legacyClients}
          onChange={(legacyClients) => change({ legacyClients })}
          hint={
            <>
              Programs and pages that were written for SaaSquatch keep working when they call this service
              instead, until you have moved them. Turn it off when none of them is left.{' '}
              <NewTabLink href="/docs/guides/moving-in#moving-clients">Guide: moving clients</NewTabLink>
            </>
          }
        />
      </div>
    </Section>
  )
}
