/** First name and last initial, the form that is shown in public; null when there is no first name. */
export function displayName(firstName: string | null, lastName: string | null): string | null {
  const first = firstNameOf(firstName)
  if (first === null) return null
  const [initial] = lastName?.trim() ?? ''
  return initial === undefined ? first : `${first} ${initial}.`
}

/** The first name as it is shown in a sentence; null when it is blank. */
export function firstNameOf(firstName: string | null): string | null {
  return firstName?.trim() || null
}
