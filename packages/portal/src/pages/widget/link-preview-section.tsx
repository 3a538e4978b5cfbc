import type { Program } from '@goodword/client'
import { NumberField } from '../../components/fields/number-field.tsx'
import { TextArea, TextField } from '../../components/fields/text-field.tsx'
import { Section } from '../../components/page.tsx'
import { LanguagePicker } from '../program/sections/language-picker.tsx'
import type { SectionProps } from '../program/use-program-draft.ts'

type LinkPreviewSectionProps = SectionProps & {
  readonly locale: string
  readonly onLocale: (locale: string) => void
}

type Preview = Program['preview'][string]

/** How share links look in messengers and networks, language by language. */
export function LinkPreviewSection({ program, change, locale, onLocale }: LinkPreviewSectionProps) {
  const preview: Preview = program.preview[locale] ?? {}
  const set = (fields: Partial<Preview>) =>
    change({ preview: { ...program.preview, [locale]: withoutEmpty({ ...preview, ...fields }) } })
  const field = (name: 'title' | 'description' | 'imageUrl' | 'imageAlt') => ({
    name: `preview.${locale}.${name}`,
    value: preview[name] ?? '',
    onChange: (text: string) => set({ [name]: text }),
    isOptional: true,
  })
  const side = (name: 'imageWidth' | 'imageHeight') => ({
    name: `preview.${locale}.${name}`,
    value: preview[name] ?? null,
    onChange: (pixels: number | null) => set({ [name]: pixels ?? undefined }),
    isOptional: true,
    unit: 'px',
  })
  return (
    <Section title="Link preview" isStack>
      <LanguagePicker
        languages={Object.keys(program.preview)}
        value={locale}
        onChange={onLocale}
        onRemove={() => {
          const { [locale]: _, ...rest } = program.preview
          change({ preview: rest })
        }}
        hint="Messengers and networks rarely say a language. They get the English preview, or the first one if there is none in English."
      />
      <TextField
        label="Title"
        {...field('title')}
        hint="Empty means the friend’s reward. About 60 characters are shown."
      />
      <TextArea
        label="Description"
        rows={2}
        {...field('description')}
        hint="Empty means a sentence that names the referrer, where the program shows names. Up to 200 characters."
      />
      <TextField
        label="Picture"
        type="url"
        {...field('imageUrl')}
        placeholder="https://www.example.com/share-1.png"
        hint="A PNG or JPEG of 1200 × 630 pixels and less than 600 kB. Networks keep a picture under its address: give a new picture a new address. Empty means the logo, if it is a PNG or JPEG."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField label="Picture width" {...side('imageWidth')} />
        <NumberField
          label="Picture height"
          {...side('imageHeight')}
          hint="With both, Facebook shows the picture at the first share."
        />
      </div>
      <TextField label="What the picture shows" {...field('imageAlt')} hint="For people who cannot see it." />
    </Section>
  )
}

/** An empty text is the same as none. */
function withoutEmpty(preview: Preview): Preview {
  return Object.fromEntries(Object.entries(preview).filter(([, it]) => it !== '' && it !== undefined))
}
