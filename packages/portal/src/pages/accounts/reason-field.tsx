import { TextArea } from '../../components/fields/text-field.tsx'

type ReasonFieldProps = {
  readonly value: string
  readonly onChange: (reason: string) => void
  readonly hint: string
}

/** `<ReasonField …>`: why staff decide so; the timeline shows it. */
export function ReasonField({ value, onChange, hint }: ReasonFieldProps) {
  return <TextArea label="Reason" name="reason" rows={2} value={value} onChange={onChange} hint={hint} />
}
