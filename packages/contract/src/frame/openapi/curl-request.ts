/** The request of a curl command. */
export type CurlRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The API key; null for a request without one. */
  readonly key: string | null
  readonly body: string | null
}

/**
 * Reads a command that is one call of curl, with the values of these variables. Any other command, such as one with a pipe, is null;
 * so is one that asks for the headers of the response.
 */
export function curlRequest(
  command: string,
  variables: ReadonlyMap<string, string> = new Map(),
): CurlRequest | null {
  const [program, ...words] = wordsOf(command.trim(), variables) ?? []
  if (program !== 'curl') return null
  const headers: Record<string, string> = {}
  let [method, url, key, body]: (string | null)[] = [null, null, null, null]
  while (words.length > 0) {
    const word = words.shift() ?? ''
    if (!word.startsWith('-')) url = word
    else if (word !== '-s') {
      const value = words.shift()
      if (value === undefined) return null
      if (word === '-X') method = value
      else if (word === '-u') key = value.replace(/:$/, '')
      else if (word === '-H') headers[value.replace(/:.*/s, '')] = value.replace(/^[^:]*:\s*/, '')
      else if ((word === '-d' || word === '--data-binary') && !value.startsWith('@')) body = value
      else return null
    }
  }
  if (url == null) return null
  return {
    method: method ?? (body == null ? 'GET' : 'POST'),
    url,
    headers,
    key: key ?? null,
    body: body ?? null,
  }
}

const blank = /(?:[ \t]|\\\n)+/y
const part = /'([^']*)'|"((?:[^"\\`]|\\.)*)"|\$(\w+)|([^\s'"$|&;<>()\\`]+)/y

/** The words of a command in a POSIX shell; null where it needs more than quotes and variables whose values are known. */
function wordsOf(command: string, variables: ReadonlyMap<string, string>): string[] | null {
  const words: string[] = []
  let isNew = true
  let isKnown = true
  const variableOf = (_all: string, name: string): string => {
    isKnown &&= variables.has(name)
    return variables.get(name) ?? ''
  }
  for (let at = 0; at < command.length; ) {
    blank.lastIndex = at
    part.lastIndex = at
    if (blank.test(command)) {
      at = blank.lastIndex
      isNew = true
      continue
    }
    const found = part.exec(command)
    if (found === null) return null
    const [, single, double, variable, plain] = found
    const text =
      single ??
      double?.replaceAll(/\$(\w+)/g, variableOf).replaceAll(/\\(["\\$`])/g, '$1') ??
      (variable === undefined ? plain : variableOf('', variable)) ??
      ''
    if (isNew) words.push(text)
    else words.push(`${words.pop()}${text}`)
    isNew = false
    at = part.lastIndex
  }
  return isKnown ? words : null
}
