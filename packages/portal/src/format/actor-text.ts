/** Who made a change, for people: the e-mail address of staff, or the key. */
export function actorText(actor: string): string {
  const staff = /^staff \S+ (.+)$/.exec(actor)?.[1]
  if (staff !== undefined) return staff
  return actor.startsWith('key ') ? `API ${actor}` : actor
}
