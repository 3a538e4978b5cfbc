/** The value of a form field or query parameter; empty when it is absent. */
export function typed(form: unknown, name: string, maxLength = 256): string {
  if (typeof form !== 'object' || form === null) return ''
  const value = Object.entries(form).find(([key]) => key === name)?.[1]
  return typeof value === 'string' ? value.trim().slice(0, maxLength) : ''
}
