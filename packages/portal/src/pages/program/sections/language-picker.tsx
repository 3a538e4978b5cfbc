import { Button } from '../../../components/button.tsx'
import { Combobox } from '../../../components/fields/combobox.tsx'
import { languageName } from '../program-words.ts'

type LanguagePickerProps = {
  /** The languages that have texts. */
  readonly languages: readonly string[]
  readonly value: string
  readonly onChange: (locale: string) => void
  readonly onRemove?: () => void
  readonly hint: string
}

const offered = [
  ...[
    'en',
    'de',
    'fr',
    'es',
    'it',
    'pt',
    'pt-BR',
    'nl',
    'pl',
    'cs',
    'sk',
    'hu',
    'ro',
    'bg',
    'el',
    'sv',
    'da',
  ],
  ...['nb', 'fi', 'et', 'lv', 'lt', 'sl', 'hr', 'uk', 'tr', 'ar', 'he', 'hi', 'th', 'vi', 'id', 'ja', 'ko'],
  ...['zh-Hans', 'zh-Hant', 'de-AT', 'de-CH', 'en-GB', 'fr-CA', 'es-MX'],
]

/** The language whose texts are edited; any can be added. */
export function LanguagePicker({ languages, value, onChange, onRemove, hint }: LanguagePickerProps) {
  const all = [...new Set([...languages, value, ...offered])]
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-56 flex-1">
        <Combobox
          label="Language"
          options={all.map((it) => ({
            value: it,
            label: `${languageName(it)}${languages.includes(it) ? ' · has texts' : ''}`,
          }))}
          value={value}
          onChange={onChange}
        />
      </div>
      {onRemove !== undefined && languages.includes(value) && (
        <Button onClick={onRemove}>Remove the {languageName(value)} texts</Button>
      )}
      <p className="w-full text-xs text-soft">{hint}</p>
    </div>
  )
}
