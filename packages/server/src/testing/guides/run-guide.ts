import { spawn } from 'node:child_process'
import { access, symlink, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import { compileCache, withBundles } from '@goodword/testing/node-program'
import { type Block, blocksOf } from './guide-blocks.ts'

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
  /** The environment by which the operator's commands find the service's database. */
  readonly env: Readonly<Record<string, string>>
  /** The command to run in the place of that of a `sh` block; null for the block's own. */
  readonly otherCommand?: (text: string) => string | null
}

/**
 * Does what a reader of the guide does: saves each `ts` block as the file that its first line names, runs each `sh`
 * block in the folder, and compares its output with the next block.
 *
 * @throws Error that names the line where the guide and the service part
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

/**
 * The values that the service generates anew each time: its address in the test, keys, IDs of records, referral
 * codes, cursors of lists. A guide shows values of its own for them. The first time that an answer is compared, a
 * shown value is paired with the actual one, and then stands for that one alone: in commands, and in later answers.
 */
class MadeValues {
  readonly #actualOf = new Map<string, string>()
  readonly #shownOf = new Map<string, string>()

  /** Pairs the addresses that a guide shows with the actual ones. */
  constructor(addresses: Readonly<Record<string, string>>) {
    for (const [shown, actual] of Object.entries(addresses)) this.#pair(shown, actual)
  }

  /** A command or a file of the guide, with the actual values. */
  actual(text: string): string {
    return text.replaceAll(MADE, (shown) => this.#actualOf.get(shown) ?? shown)
  }

  /** Whether a text of an answer is the shown one, made values aside; pairs those that are met for the first time. */
  isShownAs(actual: string, shown: string): boolean {
    const [ones, others] = [actual.split(MADE), shown.split(MADE)]
    if (ones.length !== others.length || ones.some((it, index) => it !== others[index])) return false
    const shownMade = shown.match(MADE) ?? []
    return (actual.match(MADE) ?? []).every((made, index) => this.#isPair(shownMade[index] ?? '', made))
  }

  /** Times match any time, and in commands become the one that they were last shown for. */
  isTimeShownAs(actual: number, shown: number): boolean {
    if (!isTime(actual) || !isTime(shown)) return false
    this.#actualOf.set(`${shown}`, `${actual}`)
    return true
  }

  #isPair(shown: string, actual: string): boolean {
    if (kindOf(shown) !== kindOf(actual)) return false
    if (isTime(Number(shown))) return this.isTimeShownAs(Number(actual), Number(shown))
    if (!this.#actualOf.has(shown) && !this.#shownOf.has(actual)) this.#pair(shown, actual)
    return this.#actualOf.get(shown) === actual
  }

  #pair(shown: string, actual: string): void {
    this.#actualOf.set(shown, actual)
    this.#shownOf.set(actual, shown)
  }
}

const kinds = {
  address: /http:\/\/127\.0\.0\.1:\d+/,
  // In the URL for notifications.
  token: /(?<=\/hooks\/[a-z0-9_]{1,64}\/)[\w…-]+/,
  // In the URL of an exported file.
  signature: /(?<=&signature=)[\w-]+/,
  key: /gw_(?:live|test|sign)_[\w…]+/,
  // In the record that proves a domain.
  proof: /(?<=goodword-verification=)[0-9a-f]{32}/,
  secret: /whsec_[\w+/=…]+/,
  id: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/,
  // The alphabet of codes that the service makes; those that people choose are compared like any text.
  code: /(?<![\w-])[BCDFGHJKMNPQRTVWXYZ2346789]{9}(?![\w-])/,
  cursor: /(?<![\w-])(?=[\w-]*[a-z])A[\w-]{21}(?:[\w-]{16})?(?![\w-])/,
  // Of the events feed: 64 bits that are mostly zero.
  position: /(?<![\w-])AQAAAA[\w-]{6}(?![\w-])/,
  time: /(?<![\w.])[12]\d{12}(?![\w.])/,
}
const MADE = new RegExp(
  Object.values(kinds)
    .map((it) => it.source)
    .join('|'),
  'g',
)

function kindOf(made: string): string {
  const [kind = ''] = Object.entries(kinds).find(([, it]) => new RegExp(`^${it.source}$`).test(made)) ?? []
  return kind === 'key' ? made.slice(0, 'gw_live_'.length) : kind
}

function isTime(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1e12 && value < 3e12
}

/** A terminal that a reader keeps open for a guide: what one block sets, the next one has. */
type GuideShell = {
  /** Runs a block and resolves with its output; rejects with an Error when one of its commands fails. */
  readonly run: (commands: string) => Promise<string>
  readonly close: () => Promise<void>
}

const [operatorCommand = '', developerCommand = ''] = withBundles([
  resolve(import.meta.dirname, '../../cli/main.ts'),
  resolve(import.meta.dirname, '../../../../cli/src/main.ts'),
])

/**
 * npm would install what is missing first; the command after that is the same. The command line for developers is the one that
 * a guide installs, or that of this tree.
 */
const prelude = `npm() {
  if [ "$*" = 'run --silent node-folder' ]; then echo '${dirname(process.execPath)}'; return; fi
  if [ "$1" = install ]; then command npm "$@" --loglevel error --no-audit --no-fund --prefer-offline >/dev/null; return; fi
  [ "$1 $2 $3 $4" = 'run --silent goodword --' ] || { echo "no such npm command: $*" >&2; return 64; }
  shift 4
  node '${operatorCommand}' "$@"
}
npx() {
  [ "$1" = goodword ] || { echo "no such npx command: $*" >&2; return 64; }
  shift
  if [ -x node_modules/.bin/goodword ]; then node_modules/.bin/goodword "$@"; else node '${developerCommand}' "$@"; fi
}
set -eu
`

/** Written after each block: the character for the end of a record. */
const END = '\u001e'

/** How npm reaches its registry from this machine. */
const reachesRegistry = ['NODE_EXTRA_CA_CERTS', 'npm_config_registry', 'npm_config_cache'].flatMap((name) => {
  const value = process.env[name]
  return value === undefined ? [] : [[name, value]]
})

/** Opens a shell in a folder, with no more in its environment than is given and npm needs. */
function openShell(folder: string, env: Readonly<Record<string, string>>): GuideShell {
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`
  const own = { GOODWORD_CONFIG_DIR: join(folder, '.goodword'), PATH: path }
  const inherited = { ...compileCache, ...Object.fromEntries(reachesRegistry) }
  const child = spawn('sh', ['-s'], { cwd: folder, env: { ...inherited, ...env, ...own } })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece
  })
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    errors += piece
  })
  // A shell that a failing command ended does not read further commands; its exit code shows it.
  child.stdin.on('error', () => undefined)
  const ended = new Promise<number | null>((done, failed) => child.once('error', failed).once('close', done))
  child.stdin.write(prelude)

  function run(commands: string): Promise<string> {
    return new Promise((done, failed) => {
      const look = (): void => {
        const [answer, ...rest] = output.split(END)
        if (answer === undefined || rest.length === 0) return
        child.stdout.off('data', look)
        output = rest.join(END)
        errors = ''
        done(answer)
      }
      child.stdout.on('data', look)
      void ended.then(
        (code) => failed(new Error(`the shell exited with ${code}\n${output}\n${errors}`)),
        failed,
      )
      child.stdin.write(`${commands}\nprintf '\\036'\n`)
    })
  }
  return {
    run,
    close: async () => {
      child.stdin.end()
      await ended
    },
  }
}
