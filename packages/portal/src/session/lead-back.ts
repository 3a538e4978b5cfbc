/** Where a sign-in leads to: an address of the portal, never one of another site. */
export function leadBack(from: string | undefined): string {
  if (from === undefined || !from.startsWith('/portal/')) return '/portal/'
  const { origin, pathname, search } = new URL(from, location.origin)
  return origin === location.origin && pathname.startsWith('/portal/') ? `${pathname}${search}` : '/portal/'
}
