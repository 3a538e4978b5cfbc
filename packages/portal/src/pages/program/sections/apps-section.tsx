import type { Program } from '@goodword/client'
import { Button } from '../../../components/button.tsx'
import { Select } from '../../../components/fields/select.tsx'
import { TextField } from '../../../components/fields/text-field.tsx'
import { Section } from '../../../components/page.tsx'
import { LinesField } from './lines-field.tsx'
import type { SectionProps } from './section-props.ts'

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
    <Section title="Apps">
      <div className="flex flex-col gap-4">
        <p className="text-soft">
          Share links on a domain of your own open in these apps where they are installed. Each verified
          domain names them to iOS and Android by itself.
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
      </div>
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
