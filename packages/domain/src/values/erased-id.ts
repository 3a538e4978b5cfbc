/** How the placeholders begin that stand in place of the IDs of erased people and accounts. */
export const ERASED_PREFIX = 'erased-'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether an ID of a user or an account is the placeholder of one that was erased. */
export function isErasedId(id: string): boolean {
  return id.startsWith(ERASED_PREFIX) && uuid.test(id.slice(ERASED_PREFIX.length))
}
