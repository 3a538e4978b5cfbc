/** The content security policy of a page. Its form leads back to the shop, which must be a named origin. */
export function contentPolicy(backTo: string | null): string {
  const shop = backTo === null ? '' : ` ${new URL(backTo).origin}`
  return `default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; font-src 'self'; form-action 'self'${shop}; frame-ancestors 'none'; base-uri 'none'`
}
