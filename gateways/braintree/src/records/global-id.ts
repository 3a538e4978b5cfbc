/** The id that GraphQL has for a thing of the API. */
export function globalIdOf(kind: string, id: string): string {
  return Buffer.from(`${kind}_${id}`).toString('base64').replace(/=+$/, '')
}
