import { expect, test } from 'vitest'
import { brokenTreeRules } from './tree.ts'

// The forbidden words are put together here, so that this file does not break the rules it tries out.
const unfinished = ['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK']
const offLimits = ['skip', 'only', 'todo', 'skipIf']
const silencers = ['biome' + '-ignore', '@ts' + '-ignore', '@ts' + '-expect-error']
const call = 'te' + 'st'
const homes = ['/ho' + 'me/ada/', '/ro' + 'ot/', '/wo' + 'rk/', '/Us' + 'ers/ada/', 'C:\\Us' + 'ers\\']

const planted: readonly [rule: string, path: string, text: string][] = [
  ['short-files', 'packages/domain/src/long.ts', 'const a = 1\n'.repeat(501)],
  ...unfinished.map((word) => planting('nothing-left-to-do', 'docs/guides/a.md', `later: ${word} this`)),
  ...offLimits.map((word) => planting('every-test-runs', 'scripts/a.test.ts', `test.${word}('x', () => {})`)),
  ...offLimits.map((word) =>
    planting('every-test-runs', 'scripts/a.test.ts', `describe.concurrent.${word}('x')`),
  ),
  ...silencers.map((word) => planting('no-check-is-silenced', 'scripts/a.ts', `// ${word}`)),
  ['waits-name-their-limit', 'scripts/a.test.ts', `await vi.${'waitFor'}(() => expect(f(1, [2])).toBe(3))`],
  ['waits-name-their-limit', 'scripts/a.test.ts', 'await vi.waitUntil(\n  async () => f(1, 2),\n)'],
  ['test-names-are-whole', 'scripts/a.test.ts', `${call}('is refused', () => {})`],
  [
    'test-names-are-whole',
    'scripts/a.test.ts',
    `describe('a list', () => {\n  ${call}('keeps order', f)\n})`,
  ],
  ['test-names-are-whole', 'scripts/a.test.ts', `${call}.each([1])${'('}'of %s nothing is left', () => {})`],
  ['test-names-are-whole', 'scripts/a.test.ts', `])(\n  'that %s is none',\n  async () => {},\n)`],
  ['test-names-are-whole', 'scripts/a.test.ts', `${call}("${'I'}1, I2: and one more is kept", () => {})`],
  ['test-names-are-whole', 'scripts/a.test.ts', `${call}('without a code', () => {})`],
  ['test-names-are-whole', 'scripts/a.test.ts', `])(${"'%s: %j'"}, (name, value) => {})`],
  ['test-names-are-whole', 'scripts/a.contract.ts', `${call}("it's one")${'('}'has one', async () => {})`],
  ['names-say-something', 'scripts/a.ts', `export ${'class'} RewardManager {}`],
  ['paths-say-something', 'packages/server/src/utils/money.ts', ''],
  ['paths-say-something', 'packages/server/src/reward-helper.ts', ''],
  ['paths-say-something', 'packages/server/src/service.ts', ''],
  ...homes.map((home) => planting('no-path-of-one-machine', 'README.md', `see ${home}notes`)),
  ['shown-pictures', 'docs/screenshots/home.webp', ''],
  ['shown-pictures', 'docs/guides/a.md', '![Home](../screenshots/home.webp)'],
  ['short-chapters', 'docs/design/a.md', 'word '.repeat(901)],
  ['limits-are-named-max', 'scripts/a.ts', `const ${'LONGEST'}_WAIT_MS = 1`],
  ['plain-words', 'scripts/a.ts', `/** The key that ${'nob' + 'ody'} has. */`],
  ['plain-words', 'scripts/a.test.ts', `test.each([])('an error is ${'to' + 'ld'}')`],
  ['plain-words', 'scripts/a.test.ts', `test('an error is ${'to' + 'ld'}', () => {})`],
  ['plain-words', 'docs/guides/a.md', `A code that ${'nob' + 'ody'} has.`],
  ['plain-words', '.env.example', `PORT=3000 # unless ${'to' + 'ld'}`],
  ['plain-words', '.github/workflows/test.yml', `# For ${'who' + 'ever'} reads it.`],
  ['colors-are-tokens', 'packages/widget/src/a.css', '.a { border: 1px solid #2a9d62; }'],
  ['colors-are-tokens', 'packages/server/src/pages/a.ts', 'const a = `p { color: rgb(16 24 40) }`'],
  ['functions-return', 'scripts/a.ts', `/** Writes rows. ${'Ans' + 'wers'} how many. */`],
  ['no-fragment-comments', 'scripts/a.ts', `/** The ${'same'} for a list. */`],
  ['no-fragment-comments', 'scripts/a.ts', `/**\n * ${'Of'} a tenant, in all\n * of its days.\n */`],
  ['no-fragment-comments', 'scripts/a.ts', `/** ${'For'} the server alone. */`],
  ['no-fragment-comments', 'scripts/a.ts', `/** ${'Whose'} link it was. */`],
  [
    'no-fragment-comments',
    'scripts/a.ts',
    `/**\n * ${'By'} the first digits of\n * a card. More, of it.\n */`,
  ],
  ['lock-files-hold-no-address', 'scripts/x/package-lock.json', '{\n"resolved": "https://somewhere/a.tgz"}'],
  [
    'lock-files-hold-every-hash',
    'scripts/x/package-lock.json',
    '{ "packages": { "": {}, "node_modules/a": { "version": "1.0.0" } } }',
  ],
  ['version-stands-in-one-place', 'packages/x/package.json', '{\n  "version": "1.0.0"\n}'],
  ['version-stands-in-one-place', 'lab/bench/package.json', '{\n    "@goodword/domain": "1.0.0"\n}'],
]

test.for(planted)('%s finds what is wrong with %s', ([rule, path, text]) => {
  expect(brokenTreeRules([{ path, text }], []).map((line) => line.split(':')[0])).toContain(rule)
})

test('a tree that keeps the rules has nothing to report', () => {
  const files = [
    { path: 'packages/server/src/engine/reward.ts', text: 'const a = 1\n'.repeat(500) },
    { path: 'docs/reference/operations.md', text: '{}\n'.repeat(9000) },
    { path: 'docs/design/jobs.md', text: 'word\n'.repeat(900) },
    { path: 'README.md', text: 'Pages are served from `/portal/home/`, rows live below $DATA_DIR/work/.' },
    { path: 'scripts/a.test.ts', text: 'vi.waitFor(() => expect(f(1)).toBe(2), { timeout: 60_000 })' },
    { path: 'scripts/user.ts', text: "/** The user `nobody` of the system. */\nconst user = 'nobody'" },
    {
      path: 'docs/guides/a.md',
      text: `The user \`nobody\`, [a page](a-nobody.md).\n\`\`\`text\ncode of nobody\n\`\`\`\nMore.`,
    },
    { path: 'CHANGELOG.md', text: `A code that ${'nob' + 'ody'} has.` },
    { path: '.env.example', text: `USER=${'nob' + 'ody'}` },
    {
      path: 'scripts/b.test.ts',
      text: "describe('of a list', () => {\n  test('a list is refused', () => {})\n})\nexpect(f('is refused', g)).toBe(1)",
    },
    {
      path: 'scripts/c.test.ts',
      text: "test('without a code, a list is kept', f)\ntest('answers are kept', f)\n/^a/.test('is refused', f)",
    },
    {
      path: 'scripts/list.ts',
      text: '/** The first of a list. */\n// The same holds for one.\n/** In a list, one counts. */',
    },
    { path: 'packages/widget/src/a.css', text: '.a { background: #fff; box-shadow: 0 0 2px #0008 }' },
    { path: 'packages/contract/src/brand/tokens.ts', text: 'const a = `:root { color: #8b2a72 }`' },
    { path: 'examples/shop/src/public/shop.css', text: 'a { color: #a4431f }' },
    { path: 'scripts/currency.ts', text: `['USD', '${'XX' + 'X'}']` },
    {
      path: 'package-lock.json',
      text: `{ "url": "https://example.com", "packages": { "packages/domain": { "version": "1.0.0" },
        "node_modules/@goodword/domain": { "resolved": "packages/domain", "link": true },
        "node_modules/a": { "version": "1.0.0", "integrity": "sha512-a" } } }`,
    },
  ]
  expect(brokenTreeRules(files, [])).toEqual([])
})

test('a folder with more than 20 files beside tests is reported', () => {
  const files = (count: number, folder: string) =>
    Array.from({ length: count }, (_, index) => ({ path: `${folder}/a-${index}.ts`, text: '' }))
  const full = files(20, 'packages/server/src/cli')
  const below = files(20, 'packages/server/src/cli/keys')
  const proof = { path: 'packages/server/src/cli/a.test.ts', text: '' }
  expect(brokenTreeRules([...full, ...below, proof], [])).toEqual([])
  expect(brokenTreeRules(files(21, 'packages/server/src/cli'), [])).toEqual([
    'short-folders: packages/server/src/cli: 21 files',
  ])
})

test('an exception lets one file pass, and is reported once nothing needs it', () => {
  const long = { path: 'a.ts', text: 'x\n'.repeat(501) }
  expect(brokenTreeRules([long], ['short-files: a.ts'])).toEqual([])
  expect(brokenTreeRules([], ['short-files: a.ts'])).toEqual([
    'exception without need, remove it: short-files: a.ts',
  ])
})

function planting(rule: string, path: string, text: string): [string, string, string] {
  return [rule, path, text]
}
