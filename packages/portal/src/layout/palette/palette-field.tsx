/** The look and the text of the palette's field, before and after the palette is loaded. */
export const paletteField = {
  placeholder: 'Go to a page, or search by name, e-mail, ID, code or customer',
  className: 'w-full border-b border-line px-5 py-4 text-base outline-none placeholder:text-soft',
} as const

type PaletteFieldProps = { readonly value: string; readonly onChange: (value: string) => void }

/** The field while the palette is being loaded. */
export function PaletteField({ value, onChange }: PaletteFieldProps) {
  return (
    <input
      {...paletteField}
      aria-label="Command palette"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
