import { access, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { type Block, blocksOf } from './guide-blocks.ts'
import { openShell } from './guide-shell.ts'
import { MadeValues } from './made-values.ts'

/** The service's address in the guides. */
const SHOWN_ADDRESS = 'http://127.0.0.1:4000'

const SHOWN_GATEWAY = 'http://127.0.0.1:3001'

const SHOWN_STRIPE = 'http://127.0.0.1:3002'

/** Where receivers of events listen. */
const SHOWN_RECEIVER = 'http://127.0.0.1:4300'

/** Nothing answers these. */
const notCompared: ReadonlySet<string> = new Set(['text', 'html', 'py', 'php', 'rb'])

/** Marks the omitted rest of an object or a list in a guide. */
const REST = '…'

export const root = resolve(import.meta.dirname, '../../../../..')

export type GuideRun = {
  /** An empty folder to work in; it is the caller's to take away. */
  readonly folder: string
  /** Where the service is. */
  readonly address: string
  /** Where the local payment gateway is. */
  readonly gateway: string
  /** Where the local Stripe is. */
  readonly stripe: string
  /** Where receivers of events can listen: nothing does yet. */
  readonly receiver: string
  /** What the operator's commands need to find the service's database. */
  readonly env: Readonly<Record<string, string>>
  /** The command to run in the place of that of a `sh` block; null for the block's own. */
  readonly otherCommand?: (text: string) => string | null
}

/**
 * Does what a reader of the guide does: saves each `ts` block as the file that its first line names, runs each `sh`
 * block in the folder, and compares what it writes with the block that follows.
 *
 * Throws an Error that names the line where the guide and the service part.
 */
export async function runGuide(
  markdown: string,
  { folder, address, gateway, stripe, receiver, env, otherCommand = () => null }: GuideRun,
): Promise<void> {
  const made = new MadeValues({
    [SHOWN_ADDRESS]: address,
    [SHOWN_GATEWAY]: gateway,
    [SHOWN_STRIPE]: stripe,
    [SHOWN_RECEIVER]: receiver,
  })
  const blocks = blocksOf(markdown)
  requireUsedFiles(blocks)
  await furnish(folder)
  const shell = openShell(folder, env)
  let answer = ''
  try {
    for (const block of blocks) {
      if (block.language === 'ts') await save(block)
      else if (block.language === 'sh') answer = await runBlock(block)
      else if (!notCompared.has(block.language)) compare(block)
    }
    requireShownAnswers()
  } finally {
    await shell.close()
  }

  /** Where the reader's terminal is by now. */
  async function save(block: Block): Promise<void> {
    const place = (await shell.run('pwd')).trim()
    await writeFile(join(place, fileNameOf(block)), made.actual(block.text))
  }

  async function runBlock({ text, line }: Block): Promise<string> {
    requireShownAnswers()
    return shell.run(made.actual(otherCommand(text) ?? text)).catch((cause: unknown) => {
      throw new Error(`line ${line}: ${cause instanceof Error ? cause.message : ''}`, { cause })
    })
  }

  function compare(block: Block): void {
    const differences = answerDifferences(block, answer, made)
    if (differences.length > 0) throw new Error(`line ${block.line}: ${differences.join('\n')}`)
    answer = ''
  }

  /** An answer that the guide does not show may be anything but a refusal. */
  function requireShownAnswers(): void {
    if (answer.includes('"apiErrorCode"')) throw new Error(`unexpected error response: ${answer}`)
  }
}

/** Makes a folder as good as that of the project: what is installed there is found, and files are modules. */
export async function furnish(folder: string): Promise<void> {
  await symlink(resolve(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
}

/** The file that a `ts` block is to be saved as. */
export function fileNameOf({ text, line }: Block): string {
  const [, file] = /^\/\/ ([\w-]+\.ts)\n/.exec(text) ?? []
  if (file === undefined) throw new Error(`line ${line}: the first line of a ts block must name its file`)
  return file
}

function requireUsedFiles(blocks: readonly Block[]): void {
  for (const [index, block] of blocks.entries()) {
    if (block.language !== 'ts') continue
    const file = fileNameOf(block)
    const later = blocks.slice(index + 1).map((it) => it.text)
    if (later.some((it) => it.includes(`node ${file}`) || it.includes(`'./${file}'`))) continue
    throw new Error(`line ${block.line}: ${file} is never run`)
  }
}

/** The guides go by curl, which every machine for development has; without it nothing of them can be tried. */
export async function requireCurl(): Promise<void> {
  const places = (process.env.PATH ?? '').split(delimiter).map((it) => join(it, 'curl'))
  const found = await Promise.allSettled(places.map((it) => access(it)))
  if (found.some((it) => it.status === 'fulfilled')) return
  throw new Error('curl is not installed, and the commands of the guides need it')
}

/** Where an answer is not what the guide shows; empty when it is. */
function answerDifferences(shown: Block, actual: string, made: MadeValues): readonly string[] {
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
