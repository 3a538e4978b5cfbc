/** A URL is cut to its origin; no browser sends one that is longer. */
const MAX_LENGTH = 2048
const MAX_ORIGIN_LENGTH = 280

/** The origin of a page as an `Origin` or a `Referer` names it; null for anything that is no page on the web. */
export function pageOrigin(header: string | null): string | null {
  if (header === null || header.length > MAX_LENGTH || !URL.canParse(header)) return null
  const { protocol, origin } = new URL(header)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && origin.length <= MAX_ORIGIN_LENGTH ? origin : null
}
