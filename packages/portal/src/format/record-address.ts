/** The page of a record at the payment processor, from an address that has `{id}` in the place of its ID. */
export function recordAddress(link: string, id: string): string {
  return link.replace('{id}', () => encodeURIComponent(id))
}
