/** What was typed into a field of a form, or said in an address; empty when it is not there. */
export function typed(form: unknown, name: string): string {
  if (typeof form !== 'object' || form === null) return ''
  const value = Object.entries(form).find(([key]) => key === name)?.[1]
  return typeof value === 'string' ? value.trim().slice(0, 256) : ''
}
