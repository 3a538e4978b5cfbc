/** The languages of an `Accept-Language` (RFC 9110, 12.5.4), the preferred ones first. Invalid language tags are left out. */
export function acceptedLanguages(header: string | undefined): readonly string[] {
  return (header ?? '')
    .split(',', MAX_RANGES)
    .map(weighted)
    .filter(({ tag, weight }) => TAG.test(tag) && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}

/** The language among those there are that an `Accept-Language` prefers, the first of them when it names none. */
export function acceptedLanguage(
  header: string | undefined,
  languages: readonly [string, ...string[]],
): string {
  const [first] = languages
  for (const tag of acceptedLanguages(header)) {
    const isSame = (it: string) => it.toLowerCase() === tag.toLowerCase()
    const found = languages.find(isSame) ?? languages.find((it) => primaryOf(it) === primaryOf(tag))
    if (found !== undefined) return found
  }
  return first
}

function primaryOf(tag: string): string {
  return (tag.split('-', 1)[0] ?? '').toLowerCase()
}

function weighted(part: string) {
  const [tag = '', ...parameters] = part.split(';').map((it) => it.trim())
  const quality = parameters.find((it) => it.toLowerCase().startsWith('q='))
  return { tag, weight: quality === undefined ? 1 : Number(quality.slice(2)) }
}

const TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/

/** Browsers name a handful. */
const MAX_RANGES = 30
