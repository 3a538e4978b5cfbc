import type { Block } from './guide-blocks.ts'
import type { MadeValues } from './made-values.ts'

/** Where an answer is not what the guide shows; empty when it is. */
export function answerDifferences(shown: Block, actual: string, made: MadeValues): readonly string[] {
  if (shown.language === 'http') return httpDifferences(shown.text, actual, made)
  return jsonDifferences(shown.text, actual, made)
}

/** The status line and every header shown must be there; a body, if one is shown, is compared like any other. */
function httpDifferences(shown: string, actual: string, made: MadeValues): readonly string[] {
  const [shownHead = '', ...shownBody] = shown.split('\n\n')
  const [head = '', ...body] = actual.replaceAll('\r\n', '\n').split('\n\n')
  const [shownStatus = '', ...shownHeaders] = shownHead.split('\n')
  const [status = '', ...headers] = head.split('\n')
  return [
    ...(status.trim() === shownStatus.trim() ? [] : [`the status is ${status}`]),
    ...shownHeaders
      .filter((line) => !headers.some((it) => isSameHeader(it, line, made)))
      .map((line) => `there is no header ${line} among\n${headers.join('\n')}`),
    ...(shownBody.length === 0 ? [] : jsonDifferences(shownBody.join('\n\n'), body.join('\n\n'), made)),
  ]
}

function isSameHeader(actual: string, shown: string, made: MadeValues): boolean {
  const [name = '', ...value] = actual.split(': ')
  const [shownName = '', ...shownValue] = shown.split(': ')
  return (
    name.toLowerCase() === shownName.toLowerCase() && made.isShownAs(value.join(': '), shownValue.join(': '))
  )
}

function jsonDifferences(shown: string, actual: string, made: MadeValues): readonly string[] {
  try {
    return valueDifferences(JSON.parse(withoutComments(shown)), JSON.parse(actual), made, 'the answer')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return [`one of the two is no JSON (${error.message}); the answer is: ${actual}`]
  }
}

/** Marks the omitted rest of an object or a list in a guide. */
const REST = '…'

// A comment that begins with … at the end of an object or a list becomes an entry of its own.
function withoutComments(text: string): string {
  return text.replaceAll(
    /([{[,]?)\s*(?:\/\/ …[^\n]*\n|\/\* …[^*]*\*\/)\s*([}\]])/g,
    (_, before: string, end: string) => {
      const entry = end === '}' ? `"${REST}": null` : `"${REST}"`
      return `${before === '' ? ',' : before} ${entry}${end}`
    },
  )
}

function valueDifferences(
  shown: unknown,
  actual: unknown,
  made: MadeValues,
  path: string,
): readonly string[] {
  if (Array.isArray(shown) && Array.isArray(actual)) {
    const whole = shown.at(-1) !== REST
    const entries = whole ? shown : shown.slice(0, -1)
    if (whole ? entries.length !== actual.length : entries.length > actual.length) {
      return [`${path} has ${actual.length} entries: ${JSON.stringify(actual)}`]
    }
    return entries.flatMap((it, index) => valueDifferences(it, actual[index], made, `${path}[${index}]`))
  }
  if (isObject(shown) && isObject(actual)) return objectDifferences(shown, actual, made, path)
  return isSame(shown, actual, made) ? [] : [`${path} is ${JSON.stringify(actual)}`]
}

function objectDifferences(
  shown: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
  made: MadeValues,
  path: string,
): readonly string[] {
  const names = Object.keys(shown).filter((it) => it !== REST)
  const further = REST in shown ? [] : Object.keys(actual).filter((it) => !(it in shown))
  return [
    ...further.map((name) => `${path}.${name} is not shown: ${JSON.stringify(actual[name])}`),
    ...names.flatMap((name) =>
      name in actual
        ? valueDifferences(shown[name], actual[name], made, `${path}.${name}`)
        : [`${path}.${name} is missing`],
    ),
  ]
}

function isSame(shown: unknown, actual: unknown, made: MadeValues): boolean {
  if (typeof shown === 'string' && typeof actual === 'string') return made.isShownAs(actual, shown)
  if (typeof shown === 'number' && typeof actual === 'number' && made.isTimeShownAs(actual, shown))
    return true
  return shown === actual
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
