import type { Program } from '@goodword/client'
import { dark, light } from '@goodword/contract/brand/tokens'
import { Button } from '../../components/button.tsx'
import { Field, type FieldProps } from '../../components/fields/field.tsx'
import { NumberField } from '../../components/fields/number-field.tsx'
import { optionsOf, Select } from '../../components/fields/select.tsx'
import { TextField } from '../../components/fields/text-field.tsx'
import { Section } from '../../components/page.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import type { SectionProps } from '../program/use-program-draft.ts'
import type { ShownFacts } from './preview-section.tsx'

type LookSectionProps = SectionProps & {
  readonly contrasts: ShownFacts['contrasts'] | null
}

type Theme = Program['theme']

const schemeWords: Readonly<Record<NonNullable<Theme['colorScheme']>, string>> = {
  auto: 'As the page around it',
  light: 'Always light',
  dark: 'Always dark',
}

const fontWords: Readonly<Record<NonNullable<Theme['font']>, string>> = {
  sans: 'Sans serif',
  serif: 'Serif',
  rounded: 'Rounded',
  mono: 'Monospace',
}

/** Text needs it to be read by people with low vision, by the Web Content Accessibility Guidelines. */
const READABLE = 4.5

/** Colours, logo and shapes of the widget. */
export function LookSection({ program, change, contrasts }: LookSectionProps) {
  const { theme } = program
  const set = (fields: Partial<Theme>) => change({ theme: { ...theme, ...fields } })
  return (
    <Section title="Look" isStack>
      <Select
        label="Light or dark"
        name="theme.colorScheme"
        options={optionsOf(schemeWords)}
        value={theme.colorScheme ?? 'auto'}
        onChange={(next) => set({ colorScheme: next === null || next === 'auto' ? undefined : next })}
      />
      <ColorField
        label="Accent colour"
        name="theme.accentColor"
        value={theme.accentColor}
        onChange={(accentColor) => set({ accentColor })}
        fallback={light.accent}
        hint="Of buttons and links, as #rrggbb. Text on it is black or white, whichever reads better."
      />
      <ContrastWarning contrasts={contrasts} />
      <ColorField
        label="Background"
        name="theme.backgroundColor"
        value={theme.backgroundColor}
        onChange={(backgroundColor) => set({ backgroundColor })}
        fallback={light.surface}
        hint="While it is light. All other colours follow from it."
      />
      <ColorField
        label="Dark background"
        name="theme.darkBackgroundColor"
        value={theme.darkBackgroundColor}
        onChange={(darkBackgroundColor) => set({ darkBackgroundColor })}
        fallback={dark.surface}
        hint="While it is dark."
      />
      <TextField
        label="Logo"
        name="theme.logo"
        type="url"
        value={theme.logo ?? ''}
        onChange={(text) => set({ logo: text === '' ? undefined : text })}
        placeholder="https://www.example.com/logo.svg"
        isOptional
        hint="The https address of a picture. It is shown above the title and in e-mails, at most 40 pixels high. Most mail programs show no SVG."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Font"
          name="theme.font"
          options={optionsOf(fontWords)}
          value={theme.font ?? 'sans'}
          onChange={(next) => set({ font: next === null || next === 'sans' ? undefined : next })}
          hint="Of the fonts that the device has."
        />
        <NumberField
          label="Corners"
          name="theme.cornerRadius"
          unit="px"
          isOptional
          value={theme.cornerRadius ?? null}
          onChange={(radius) => set({ cornerRadius: radius ?? undefined })}
          hint="Empty means 10."
        />
      </div>
    </Section>
  )
}

function ContrastWarning({ contrasts }: Pick<LookSectionProps, 'contrasts'>) {
  const weak = (['light', 'dark'] as const).flatMap((scheme) => {
    const contrast = contrasts?.[scheme] ?? null
    return contrast !== null && contrast < READABLE
      ? [`${contrast.toFixed(1)} on the ${scheme} background`]
      : []
  })
  if (weak.length === 0) return null
  return (
    <Notice kind="warning" title="People may not be able to read this colour">
      Its contrast is {weak.join(' and ')}; text needs {READABLE}. There the widget changes the colour of
      links and borders until they can be read, so they do not have exactly this colour. Buttons keep it.
    </Notice>
  )
}

type ColorFieldProps = FieldProps & {
  /** The color as `#rrggbb`; undefined for the default. */
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  /** Shown in the swatch while there is no value. */
  readonly fallback: string
}

/** `<ColorField label="Accent colour" name="theme.accentColor" value={…} onChange={…} fallback={light.accent} />` */
function ColorField({ value, onChange, fallback, ...field }: ColorFieldProps) {
  const isColor = value !== undefined && /^#[0-9a-f]{6}$/i.test(value)
  return (
    <Field {...field}>
      {(control) => (
        <span className="flex gap-2">
          <input
            type="color"
            aria-label={`Choose: ${field.label}`}
            value={isColor ? value : fallback}
            onChange={(event) => onChange(event.target.value)}
            className="h-9 w-12 shrink-0 rounded-md border border-strong-line bg-surface p-1 pointer-coarse:h-11"
          />
          <input
            {...control}
            value={value ?? ''}
            placeholder="Default"
            spellCheck={false}
            maxLength={7}
            onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
            className="control font-mono"
          />
          {value !== undefined && (
            <Button
              kind="quiet"
              onClick={() => onChange(undefined)}
              aria-label={`Use the default: ${field.label}`}
            >
              Default
            </Button>
          )}
        </span>
      )}
    </Field>
  )
}
