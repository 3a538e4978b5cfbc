/** The former values of what differs in the new ones, as events of updates have them. */
export function previousOf(before: object, after: object): object {
  const former = Object.entries(before).filter(([key, value]) => {
    return JSON.stringify(value) !== JSON.stringify(Object(after)[key])
  })
  return Object.fromEntries(former)
}
