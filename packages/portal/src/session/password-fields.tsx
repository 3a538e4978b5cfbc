import { TextField } from '../components/fields/text-field.tsx'

type NewPasswordFieldProps = {
  readonly label?: string
  readonly name?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

const MIN_LENGTH = 12
const MAX_LENGTH = 128

/** A new password; long ones of plain words are as good as short ones with signs. */
export function NewPasswordField({
  label = 'Password',
  name = 'password',
  value,
  onChange,
}: NewPasswordFieldProps) {
  const isTooShort = value !== '' && value.length < MIN_LENGTH
  return (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete="new-password"
      value={value}
      onChange={onChange}
      minLength={MIN_LENGTH}
      maxLength={MAX_LENGTH}
      hint={`At least ${MIN_LENGTH} characters${isTooShort ? `: ${MIN_LENGTH - value.length} more` : ''}. A password manager makes good ones.`}
      required
    />
  )
}
