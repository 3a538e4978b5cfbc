/** First name and last initial, the form that is shown in public; null when there is no first name. */
export function displayName(firstName: string | null, lastName: string | null): string | null {
  const first = firstName?.trim() ?? ''
  if (first === '') return null
  const [initial] = lastName?.trim() ?? ''
  return initial === undefined ? first : `${first} ${initial}.`
}
