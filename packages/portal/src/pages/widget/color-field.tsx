import { Button } from '../../components/button.tsx'
import { Field, type FieldProps } from '../../components/field.tsx'

type ColorFieldProps = FieldProps & {
  /** The color as `#rrggbb`; undefined for the default. */
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  /** Shown in the swatch while there is no value. */
  readonly fallback: string
}

/** `<ColorField label="Accent colour" name="theme.accentColor" value={…} onChange={…} fallback="#3451d1" />` */
export function ColorField({ value, onChange, fallback, ...field }: ColorFieldProps) {
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
