const MAX_LOCALE_LENGTH = 64

/** A language tag in its canonical form: merchants write `de_at` as well as `de-AT`. Null for what is none, such as `de-x`. */
export function parseLocale(text: string): string | null {
  if (text.length > MAX_LOCALE_LENGTH) return null
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] ?? null
  } catch {
    return null
  }
}
