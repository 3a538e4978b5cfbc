/**
 * The language among those there are that an `Accept-Language` prefers (RFC 9110, 12.5.4), the first of them when it
 * names none.
 */
export function acceptedLanguage<Language extends string>(
  header: string | undefined,
  languages: readonly [Language, ...Language[]],
): Language {
  const [first] = languages
  let best = { language: first, weight: 0 }
  for (const part of (header ?? '').toLowerCase().split(',', MAX_RANGES)) {
    const [range = '', ...parameters] = part.split(';').map((it) => it.trim())
    const quality = parameters.find((it) => it.startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.slice(2))
    const language =
      languages.find((it) => it.toLowerCase() === range) ??
      languages.find((it) => primaryOf(it) === primaryOf(range))
    if (language !== undefined && weight > best.weight) best = { language, weight }
  }
  return best.language
}

function primaryOf(tag: string): string {
  return (tag.split('-', 1)[0] ?? '').toLowerCase()
}

/** Browsers name a handful. */
const MAX_RANGES = 30
