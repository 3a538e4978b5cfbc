import type { Program } from '@goodword/client'
import { consentModes } from '@goodword/contract/program/program'
import { Button } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { NumberSetting } from '../../../components/fields/number-field.tsx'
import { RadioGroup } from '../../../components/fields/radio-group.tsx'
import { Select } from '../../../components/fields/select.tsx'
import { TextField } from '../../../components/fields/text-field.tsx'
import { NewTabLink, ProgramLink } from '../../../components/links.tsx'
import { Section } from '../../../components/page.tsx'
import { consentNames } from '../program-words.ts'
import type { SectionProps } from '../use-program-draft.ts'
import { LinesField } from './lines-field.tsx'

/** Where share links lead, and where codes come from. */
export function LinksSection({ program, change }: SectionProps) {
  return (
    <Section title="Links and codes" isStack>
      <TextField
        label="Landing page"
        name="landingPage"
        type="url"
        value={program.landingPage ?? ''}
        onChange={(text) => change({ landingPage: text === '' ? null : text })}
        placeholder="https://www.example.com/welcome"
        isOptional
        hint="Where a friend arrives who follows a share link. Without one, share links say that the program is not set up."
      />
      <TextField
        label="Page for codes that are not valid"
        name="fallbackPage"
        type="url"
        value={program.fallbackPage ?? ''}
        onChange={(text) => change({ fallbackPage: text === '' ? null : text })}
        placeholder="https://www.example.com/"
        isOptional
        hint="Where a friend arrives whose code does not exist, was disabled or has expired. Without one they see a plain page."
      />
      <div>
        <h3 className="font-medium">Referral codes</h3>
        <p className="mt-1 text-soft">
          Every user gets a referral code of letters and digits when you first send them: it is in their share
          link, and friends can type it at sign-up. To give a person another code, or to disable one, open the
          person under{' '}
          <ProgramLink page="users" className="text-link underline">
            People
          </ProgramLink>
          . A code that was replaced keeps working.
        </p>
      </div>
      <Checkbox
        label="Referrers choose their own code"
        name="referrersChooseCodes"
        isChecked={program.referrersChooseCodes}
        onChange={(referrersChooseCodes) => change({ referrersChooseCodes })}
        hint="In the widget, up to five times each. Reserved words, such as the name of the program, and offensive words cannot be chosen."
      />
    </Section>
  )
}

type Apps = NonNullable<Program['apps']>
type AndroidApp = NonNullable<Apps['androidApps']>[number]

const MAX_APPS = 10

/** The merchant's apps, which share links open in. */
export function AppsSection({ program, change }: SectionProps) {
  const apps = program.apps ?? {}
  const { appleAppIds = [], androidApps = [], playStorePackage = null } = apps
  const set = (fields: Partial<Apps>) => change({ apps: withoutEmpty({ ...apps, ...fields }) })
  const setAndroid = (next: readonly AndroidApp[]) => {
    const isListed = next.some((it) => it.packageName === playStorePackage)
    set({ androidApps: [...next], playStorePackage: isListed ? playStorePackage : null })
  }
  const packages = androidApps.map((it) => it.packageName).filter((it) => it !== '')
  return (
    <Section title="Apps" isStack>
      <p className="text-soft">
        Share links on a domain of your own open in these apps where they are installed. Each verified domain
        names them to iOS and Android by itself.
      </p>
      <LinesField
        label="Apps of Apple"
        name="apps.appleAppIds"
        isOptional
        values={appleAppIds}
        onChange={(next) => set({ appleAppIds: [...next] })}
        hint="One a line: the ID of your team, a dot and the bundle, such as ABCDE12345.com.example.shop."
      />
      {Object.entries(androidApps).map(([place, app]) => (
        <AndroidFields
          // An app has no name of its own while its package is being typed.
          key={place}
          app={app}
          index={Number(place)}
          onChange={(next) => setAndroid(androidApps.map((it) => (it === app ? next : it)))}
          onRemove={() => setAndroid(androidApps.filter((it) => it !== app))}
        />
      ))}
      {androidApps.length < MAX_APPS && (
        <div>
          <Button onClick={() => setAndroid([...androidApps, { packageName: '', fingerprints: [] }])}>
            Add an Android app
          </Button>
        </div>
      )}
      {packages.length > 0 && (
        <Select
          label="On Android, share links lead to"
          name="apps.playStorePackage"
          empty="The landing page"
          options={packages.map((it) => ({ value: it, label: `The Play Store: ${it}` }))}
          value={playStorePackage}
          onChange={(next) => set({ playStorePackage: next })}
          hint="The Play Store passes the code on to the app that is installed there. iPhones always get the landing page."
        />
      )}
    </Section>
  )
}

type AndroidFieldsProps = {
  readonly app: AndroidApp
  readonly index: number
  readonly onChange: (app: AndroidApp) => void
  readonly onRemove: () => void
}

function AndroidFields({ app, index, onChange, onRemove }: AndroidFieldsProps) {
  const path = `apps.androidApps.${index}`
  return (
    <fieldset className="flex flex-col gap-4 border-t border-line pt-4">
      <legend className="float-left font-medium">Android app {index + 1}</legend>
      <TextField
        label="Package name"
        name={`${path}.packageName`}
        value={app.packageName}
        onChange={(packageName) => onChange({ ...app, packageName })}
        placeholder="com.example.shop"
        isCode
      />
      <LinesField
        label="SHA-256 fingerprints of its certificates"
        name={`${path}.fingerprints`}
        values={app.fingerprints}
        onChange={(fingerprints) => onChange({ ...app, fingerprints: [...fingerprints] })}
        hint="One a line, as the Play Console shows them under App integrity."
      />
      <div>
        <Button kind="quiet" onClick={onRemove} aria-label={`Remove the Android app ${index + 1}`}>
          Remove
        </Button>
      </div>
    </fieldset>
  )
}

/** No apps at all is the same as none set. */
function withoutEmpty(apps: Apps): Apps | null {
  const { appleAppIds = [], androidApps = [] } = apps
  return appleAppIds.length === 0 && androidApps.length === 0 ? null : apps
}

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
    <Section title="Your pages and consent" isStack>
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
    </Section>
  )
}
