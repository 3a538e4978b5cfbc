export type FilledWith = {
  /** Where the service is, without a slash at its end. */
  readonly origin: string
  /** The alias of the test program. */
  readonly alias: string
  /** Null while none was made for this. */
  readonly apiKey: string | null
}

const SHOWN_ADDRESS = 'http://127.0.0.1:4000'
/** The path of the guide on the service, from which its links lead. */
const GUIDE = '/docs/guides/reference/integrate'
const SHOWN_ALIAS = 'test_florist'
const KEY_TO_FILL_IN = 'gw_test_…    # an API key of this program with the scopes read and write'

/** The guide "Integrate with an assistant" for the program of the page: nothing has to be created, and its links are complete. */
export function filledGuide(markdown: string, { origin, alias, apiKey }: FilledWith): string {
  const first = markdown.indexOf('\n## 1. ')
  const second = markdown.indexOf('\n## 2. ')
  if (first < 0 || second < first) throw new Error('guide without its first two steps')
  const program = `
## 1. The program

\`\`\`sh
KEY=${apiKey ?? KEY_TO_FILL_IN}
API=${origin}/api/v1/${alias}
JSON='Content-Type: application/json'
\`\`\`
`
  const rest = markdown.slice(second).replaceAll(SHOWN_ADDRESS, origin).replaceAll(SHOWN_ALIAS, alias)
  const introduction = markdown.slice(0, first).replace(/ The\s+portal has this page [^.]+[.]/, '')
  return (introduction + program + rest).replaceAll(
    /\]\(([\w./-]+)[.]md(#[\w-]+)?\)/g,
    (_link, path: string, anchor = '') => `](${new URL(path, `${origin}${GUIDE}`)}${anchor})`,
  )
}
