import { basename, dirname } from 'node:path'

export type TreeFile = { readonly path: string; readonly text: string }

export type TreeRule = {
  readonly name: string
  /** The faults of the file; empty without one. */
  readonly findings: (file: TreeFile) => readonly string[]
}

/**
 * Files that may break a rule for now, as `rule: path`. The list may only shrink: an entry that is no longer
 * needed fails the check as well.
 */
export const exceptions: readonly string[] = []

const MAX_LINES = 500
const MAX_FILES = 20
/** The length of a chapter about the design. */
const MAX_WORDS = 900

export const code = /[.](ts|tsx|mjs|js|css|html|sql|sh)$/
const test = /[.]test[.]tsx?$/
export const namesTests = /[.](?:test|contract)[.]tsx?$/
const written = /[.](ts|tsx|mjs|js|css|html|sql|sh|md|json|yml|yaml|toml)$|^[.]ci\//

/** Where pages of our own are drawn; the shops of the examples have the colors of their merchants. */
const styled =
  /^(?:packages|gateways)\/(?!contract\/src\/brand\/|client-script\/releases\/).*[.](?:css|html|tsx?)$/
/** A color in a declaration of CSS, but black and white: those of QR codes, shadows and prints have no theme. */
const ownColor =
  /\b(?:color|background|border|outline|fill|stroke|shadow)(?:-\w+)*\s*:[^;\n]*?(?:#(?!(?:0{3,4}|f{3,4}|0{6}|f{6})\b|000[0-9a-f]\b)[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\((?!0 0 0\b))/

const lockFile = /(^|\/)package-lock[.]json$/

type LockFile = {
  readonly packages?: Readonly<
    Record<string, { readonly link?: boolean; readonly integrity?: string; readonly inBundle?: boolean }>
  >
}

/** Names without a meaning. */
const emptyWords = ['util', 'utils', 'helper', 'helpers', 'manager', 'managers', 'misc']
const emptyNames = ['service', 'data', 'info', 'common', 'shared', 'index']

/** Words that hide the subject of a sentence, and metaphors that have a standard term. */
const vagueWords = [
  'nobody',
  'somebody',
  'whoever',
  'whom',
  'told',
  'turned away',
  'hangs up',
  'hung up',
  'vouch(?:es|ed)?',
  'farewell',
  'culprits?',
]
/** Files of settings, in which only comments are prose. */
const settings = /[.](?:ya?ml|toml)$|[.]env[.]example$/
/** Entries of releases stay as they were written. */
const changelog = 'CHANGELOG.md'
/** The beginning of a comment, or of the name of a test. */
const proseStart = `^\\s*(?://|/?[*]|--)|\\b(?:test|it|describe)[(]['"\`]|\\][)][(]['"\`]`

export const treeRules: readonly TreeRule[] = [
  {
    name: 'short-files',
    findings: ({ path, text }) => {
      const lines = text.trimEnd().split('\n').length
      return code.test(path) && !isGenerated(path) && lines > MAX_LINES ? [`${lines} lines`] : []
    },
  },
  {
    name: 'short-chapters',
    findings: ({ path, text }) => {
      const words = text.match(/\S+/g)?.length ?? 0
      return path.startsWith('docs/design/') && words > MAX_WORDS ? [`${words} words`] : []
    },
  },
  onLines(
    'nothing-left-to-do',
    written,
    new RegExp(`(?<!['"])\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b(?!['"])`),
  ),
  onLines(
    'every-test-runs',
    test,
    /\b(test|it|describe|suite)(?:[.]\w+)*[.](skip|only|todo|skipIf|runIf|fails)\b|\bx(it|describe|test)\(/,
  ),
  { name: 'waits-name-their-limit', findings: waitsOfOneSecond },
  {
    name: 'test-names-are-whole',
    findings: ({ path, text }) => (namesTests.test(path) ? incompleteTestNames(text) : []),
  },
  onLines(
    'no-check-is-silenced',
    code,
    new RegExp(`${'biome'}-ignore|@${'ts'}-(ignore|nocheck|expect-error)|${'eslint'}-disable`),
  ),
  onLines(
    'names-say-something',
    code,
    /\b(class|function|const|interface|type) \w*(Util|Utils|Helper|Helpers|Manager)\b/,
  ),
  {
    name: 'paths-say-something',
    findings: ({ path }) => {
      const folders = path.split('/')
      const words = folders.flatMap((each) => each.toLowerCase().split(/[^a-z]+/))
      // The page of an application has this name wherever one is built.
      const named = folders.filter((each) => each !== 'index.html' && each !== 'index.vue')
      const names = named.map((each) => basename(each).replace(/[.].*$/, ''))
      return [
        ...words.filter((word) => emptyWords.includes(word)),
        ...names.filter((name) => emptyNames.includes(name)),
      ]
    },
  },
  onLines(
    'no-path-of-one-machine',
    written,
    /(?<![\w.$}/-])\/(work|root|home\/\w+|Users\/\w+)\/|\b[A-Z]:\\Users\\/,
  ),
  onLines(
    'limits-are-named-max',
    code,
    /\bconst (?:MOST|LONGEST|LARGEST|FEWEST|LEAST|SHORTEST|SMALLEST|DEEPEST)(?:_\w+)?\b/,
  ),
  { name: 'plain-words', findings: vagueProse },
  {
    name: 'no-fragment-comments',
    findings: ({ path, text }) => (code.test(path) && !isGenerated(path) ? fragmentComments(text) : []),
  },
  {
    name: 'colors-are-tokens',
    findings: ({ path, text }) =>
      styled.test(path) && !test.test(path) && !isGenerated(path) ? linesWith(ownColor, text) : [],
  },
  onLines('functions-return', code, /^\s*(?:\/\/|\/?[*]).*\bAnswers (?:whether|when|how|false|true|null)\b/),
  { name: 'lock-files-hold-every-hash', findings: entriesWithoutHash },
  { name: 'version-stands-in-one-place', findings: versionsOfWorkspaces },
  onLines('lock-files-hold-no-address', lockFile, /"resolved": "[a-z+]+:/),
]

/** Folders with more files at one level than a reader can survey; each test stands beside its subject. */
export function crowdedFolders(paths: readonly string[]): readonly string[] {
  const folders = Map.groupBy(
    paths.filter((path) => /[.]tsx?$/.test(path) && !namesTests.test(path)),
    (path) => dirname(path),
  )
  return [...folders]
    .filter(([, files]) => files.length > MAX_FILES)
    .map(([folder, files]) => `short-folders: ${folder}: ${files.length} files`)
}

function onLines(name: string, paths: RegExp, pattern: RegExp): TreeRule {
  return {
    name,
    findings: ({ path, text }) => (paths.test(path) ? linesWith(pattern, text) : []),
  }
}

function linesWith(pattern: RegExp, text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`line ${index + 1}: ${line.trim()}`] : []))
}

/** A word between quotes or backticks is a name or a value, and allowed. */
const vagueWord = `(?!(?<=['"\`])(?:${vagueWords.join('|')})['"\`])\\b(?:${vagueWords.join('|')})\\b`
const vagueInCode = new RegExp(`(?:${proseStart}).*${vagueWord}`, 'i')
const vagueInSettings = new RegExp(`(?:^|\\s)#.*${vagueWord}`, 'i')
const vagueInText = new RegExp(vagueWord, 'i')

function vagueProse({ path, text }: TreeFile): readonly string[] {
  if (path === changelog || isGenerated(path)) return []
  if (path.endsWith('.md')) return linesWith(vagueInText, markdownProse(text))
  if (settings.test(path)) return linesWith(vagueInSettings, text)
  return code.test(path) ? linesWith(vagueInCode, text) : []
}

/** The prose of a Markdown file, line by line: without blocks of code, values in backticks, and targets of links. */
function markdownProse(text: string): string {
  let isCode = false
  return text
    .split('\n')
    .map((line) => {
      const isFence = /^\s*```/.test(line)
      if (isFence) isCode = !isCode
      return isFence || isCode ? '' : line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, '')
    })
    .join('\n')
}

/**
 * Finds `vi.waitFor` without a limit: it gives up after a second, which a busy machine exceeds; `expect.poll` has ours.
 */
function waitsOfOneSecond({ path, text }: TreeFile): readonly string[] {
  if (!test.test(path)) return []
  return [...text.matchAll(/\bvi[.](?:waitFor|waitUntil)[(]/g)].flatMap(({ index, 0: call }) => {
    const hasLimit = argumentsAt(text, index + call.length).length > 1
    return hasLimit
      ? []
      : [`line ${text.slice(0, index).split('\n').length}: use expect.poll, or give a limit`]
  })
}

/** The arguments of the call whose first one begins there; a comma before the closing bracket begins none. */
function argumentsAt(text: string, start: number): readonly string[] {
  const found: string[] = []
  let depth = 0
  let begin = start
  let end = start
  for (; depth >= 0 && end < text.length; end += 1) {
    const letter = text.charAt(end)
    if ('([{'.includes(letter)) depth += 1
    if (')]}'.includes(letter)) depth -= 1
    if (letter !== ',' || depth > 0) continue
    found.push(text.slice(begin, end))
    begin = end + 1
  }
  return [...found, text.slice(begin, end - 1)].filter((it) => it.trim() !== '')
}

/** Packages that a lock file would install without a check of their hash. */
function entriesWithoutHash({ path, text }: TreeFile): readonly string[] {
  if (!lockFile.test(path)) return []
  const { packages = {} } = JSON.parse(text) as LockFile
  return Object.entries(packages)
    .filter(
      ([folder, { link, inBundle, integrity }]) =>
        // A bundled one comes in the package around it, with the hash of that.
        folder.includes('node_modules/') && link !== true && inBundle !== true && integrity === undefined,
    )
    .map(([folder]) => `${folder} has no integrity`)
}

/** The script of pages and the widget have versions of their own, which merchants' pages name. */
const manifestOfWorkspace =
  /^(?:packages\/(?!(?:client-script|widget)\/)[^/]+|gateways\/[^/]+|lab\/[^/]+|examples\/shop|e2e)\/package[.]json$/

/** Versions beside that of the release, which only the manifest in the root has. */
function versionsOfWorkspaces({ path, text }: TreeFile): readonly string[] {
  if (!manifestOfWorkspace.test(path)) return []
  const own = linesWith(/^ {2}"version":/, text)
  return [...own, ...linesWith(/"@goodword\/[\w-]+": "(?![*]")/, text)]
}

export function isGenerated(path: string): boolean {
  return path.includes('.generated.') || path.startsWith('docs/reference/')
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Words that begin an introduction, whose end is a comma: "without a code, the account is …". */
const prepositions =
  'about after among as at before beside between beyond by during for from in like on over per since through to under until up with within without'
const introductions = wordsOf(prepositions)
const introductionsOfNames = wordsOf(`${prepositions} if once unless when while`)

/**
 * Words with which the name of a test would go on from its `describe`. Verbs that are nouns as well (answers, changes,
 * names) are not among them.
 */
const wordsInMidSentence = wordsOf(
  [
    'am is are was were be has have had does do did may might can cannot could will would must should',
    'adds allows begins belongs brings compares converts creates deletes expands finds fits follows gets gives goes happens holds',
    'keeps leads leaves lets loses makes needs opens overwrites reads refuses renders returns runs says sees sends',
    'shows sorts stands stays takes tells tries waits writes',
    'also and but into nor of or than that which who whose',
  ].join(' '),
)

/** A string that is the first of several arguments of `test`, of `it`, and of what `test.each(…)` or `describe.each(…)` returns. */
const testName =
  /(?:(?<![.\w])(?:test|it)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,\s*(?:async\b|[({]|\w+[,)])/g

/** The numbers of guarantees in front of a name, as in `I4, I9: a bill is …`. */
const numbers = /^(?:I\d+[a-z]?(?:, )?)+: /

/** The placeholders for the values of a table. */
const placeholders = /%[a-z#]|\$\w+|\$\{[^}]*\}/gi

/** The names of tests that are not a whole sentence: a failing line may show them without their `describe`. */
function incompleteTestNames(text: string): readonly string[] {
  return [...text.matchAll(testName)].flatMap(({ index, 2: name = '' }) => {
    const sentence = name.replace(numbers, '')
    const isIncomplete =
      !/[a-z]/i.test(sentence.replaceAll(placeholders, '')) ||
      wordsInMidSentence.has(firstWordOf(sentence)) ||
      lacksComma(sentence, introductionsOfNames)
    return isIncomplete ? [`line ${lineAt(text, index)}: name the subject: ${name}`] : []
  })
}

/** Comments on a declaration that are read with the one before, or with the name: "The same for …", "By token". */
function fragmentComments(text: string): readonly string[] {
  return [...text.matchAll(/\/[*]{2}\s+(?:[*] )?([\s\S]*?)\s*[*]\//g)].flatMap(
    ({ index, 1: comment = '' }) => {
      const [sentence = ''] = comment.split(/[.](?:\s|$)/, 1)
      const isFragment =
        /^(?:The same|Of|Also|Instead|Those|Whose)\b/.test(sentence) || lacksComma(sentence, introductions)
      return isFragment ? [`line ${lineAt(text, index)}: say what it is: ${sentence}`] : []
    },
  )
}

function lacksComma(sentence: string, words: ReadonlySet<string>): boolean {
  return words.has(firstWordOf(sentence)) && !sentence.includes(',')
}

function firstWordOf(sentence: string): string {
  return /^\w*/.exec(sentence)?.[0].toLowerCase() ?? ''
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
